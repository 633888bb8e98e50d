using NUnit.Framework;
using Tests.Compilation;
using Tests.Snapshots;

namespace Tests.StateObjects;

/// <summary>Every call that takes a delegate is changed, or left alone for a reason that fits.</summary>
[Parallelizable(ParallelScope.Self)]
public class DecisionTests
{
    private static IEnumerable<string> Fixtures => CallDecisions.All.Fixtures("Valid").Concat(CallDecisions.All.Fixtures("LeftAlone"));

    [TestCaseSource(nameof(Fixtures))]
    public Task Decides(string fixture) => Verifier.Verify(CallDecisions.All.Told(fixture, Shape.All));
}
