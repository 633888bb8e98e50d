using Tests.Snapshots;

namespace Tests.WhenAny.Weaving;

/// <summary>The weaver changes every call of WhenAny, or leaves it alone for a reason that fits.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class DecisionTests
{
    private static IEnumerable<string> Fixtures => CallDecisions.All.Fixtures("Valid").Concat(CallDecisions.All.Fixtures("LeftAlone"));

    [TestCaseSource(nameof(Fixtures))]
    public Task Decides(string fixture) => Verifier.Verify(CallDecisions.All.Told(fixture, CallDecisions.Shapes));
}
