using PooledAwait.Fody.Decisions;

namespace Tests.RealAssemblies;

/// <summary>Tests the page's line about awaited calls, which gives the share of the calls that need no task.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class AwaitedShareTests
{
    [Test]
    public void Calls_of_other_assemblies_do_not_count()
    {
        Reason?[] outcomes = [null, null, null, Reason.NotForwarded, Reason.OtherAssembly, Reason.TaskKept, Reason.DelegateCall];
        var file = new WovenFile("A.dll", [], [], [.. outcomes.Select(reason => (Rewrite.DirectAwaits, reason, (string?)null, (string?)null))], TimeSpan.Zero);
        using var output = new StringWriter();

        DecisionTable.Write(output, [file]);

        Assert.That(output.ToString(), Does.Contain("Of the 4 calls").And.Contain("3 (75.0 %)"));
    }
}
