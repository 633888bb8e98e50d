using NUnit.Framework;
using Tests.Compilation;
using Tests.Verifying;

namespace Tests.DirectAwaits;

/// <summary>Every awaited call of a task method of the assembly is changed, or left alone for a reason that fits.</summary>
[Parallelizable(ParallelScope.Self)]
public class DecisionTests
{
    [Test]
    public Task Decides(
        [Values(
            "DirectAwaitShapes", "DirectAwaitForwarders", "DirectAwaitBehaviour", "DirectAwaitOthers", "DirectAwaitCosts", "DirectAwaitVirtualCalls",
            "DirectAwaitInterfaceCalls", "DirectAwaitGenericInterfaces", "DirectAwaitVariantInterfaces", "DirectAwaitVirtualBehaviour", "DirectAwaitKept")]
        string fixture) =>
        Verifier.Verify(string.Join("\n", CallDecisions.InFixture(Shape.Release, fixture)));

    [Test]
    public void Leaves_builds_without_optimisation_alone([Values] bool standard) => Assert.That(
        CallDecisions.InFixture(standard ? Shape.StandardDebug : Shape.Debug, "DirectAwaitShapes"),
        Is.Not.Empty.And.All.EndsWith(": class-machine").Or.EndsWith(": not-forwarded"));
}
