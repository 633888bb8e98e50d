using Tests.Compilation;
using Tests.Snapshots;

namespace Tests.TimedWaits.Weaving;

/// <summary>The weaver changes every awaited delay and timeout, or leaves it alone for a reason that fits.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class DecisionTests
{
    private static IEnumerable<string> Fixtures => CallDecisions.All.Fixtures("Valid").Concat(CallDecisions.All.Fixtures("LeftAlone"));

    [TestCaseSource(nameof(Fixtures))]
    public Task Decides(string fixture) => Verifier.Verify(CallDecisions.All.Told(fixture, Shape.All));
}
