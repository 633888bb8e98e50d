using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using Tests.Inspect.Stacks.RuntimeAsync;
using Tests.Snapshots;

namespace Tests.Inspect.Stacks;

/// <summary>For calls of all kinds (shapes), the tool shows the same trees with and without weaving, for a process and for its dump.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ShapesTests
{
    private readonly ConcurrentDictionary<(OptimizationLevel, bool, int, bool), (string Live, string Dumped)> _seen = [];

    [Test]
    public async Task The_trees() => await Verifier.Verify(ShapesProgram.TreesIn(Look(OptimizationLevel.Release, isWoven: false, 10).Live));

    [TestCase(OptimizationLevel.Release, 11)]
    [TestCase(OptimizationLevel.Release, 10)]
    [TestCase(OptimizationLevel.Debug, 10)]
    [TestCase(OptimizationLevel.Release, 9)]
    [TestCase(OptimizationLevel.Release, 8)]
    public void A_woven_program_shows_the_same_trees(OptimizationLevel level, int version)
    {
        var (notWoven, woven) = (Look(level, isWoven: false, version), Look(level, isWoven: true, version));
        Assert.Multiple(() =>
        {
            Assert.That(ShapesProgram.TreesIn(woven.Live), Is.EqualTo(ShapesProgram.TreesIn(notWoven.Live)));
            Assert.That(woven.Live, Does.Match(@"calls in flight \(\d{2} pooled\)").And.Contain("1 completed whose result was not taken"));
            Assert.That(notWoven.Live, Does.Contain("calls in flight (0 pooled), 0 completed"));
            Assert.That(ShapesProgram.TreesIn(notWoven.Dumped), Is.EqualTo(ShapesProgram.TreesIn(notWoven.Live)), "dumped");
            Assert.That(ShapesProgram.TreesIn(woven.Dumped), Is.EqualTo(ShapesProgram.TreesIn(woven.Live)), "woven, dumped");
        });
    }

    [TestCase(OptimizationLevel.Release, 11)]
    [TestCase(OptimizationLevel.Debug, 10)]
    [TestCase(OptimizationLevel.Release, 9)]
    [TestCase(OptimizationLevel.Release, 8)]
    public void Each_build_and_runtime_shows_the_same_trees(OptimizationLevel level, int version) =>
        Assert.That(
            ShapesProgram.TreesIn(Look(level, isWoven: false, version).Live), Is.EqualTo(ShapesProgram.TreesIn(Look(OptimizationLevel.Release, isWoven: false, 10).Live)));

    /// <summary>The runtime itself suspends the program's methods, so they have no state machines. Weaving changes nothing in them.</summary>
    [TestCase(OptimizationLevel.Release, false)]
    [TestCase(OptimizationLevel.Release, true)]
    [TestCase(OptimizationLevel.Debug, false)]
    public void A_program_without_state_machines_shows_the_same_trees(OptimizationLevel level, bool isWoven)
    {
        var seen = Look(level, isWoven, 11, isRuntimeAsync: true);
        Assert.Multiple(() =>
        {
            Assert.That(ShapesProgram.TreesIn(seen.Live), Is.EqualTo(ShapesProgram.Trees));
            Assert.That(ShapesProgram.TreesIn(seen.Dumped), Is.EqualTo(ShapesProgram.Trees), "dumped");
        });
    }

    private (string Live, string Dumped) Look(OptimizationLevel level, bool isWoven, int version, bool isRuntimeAsync = false) => _seen.GetOrAdd((level, isWoven, version, isRuntimeAsync), _ =>
    {
        using var run = new ToolRun();
        using var runtime = version is 8 or 9 ? new OtherRuntime(version) : null;
        using var program = RunningProgram.Start(runtime?.Host ?? Hosts.Of(version), ShapesProgram.Write(run, level, isWoven, version, isRuntimeAsync));
        return (ShapesProgram.Look(program), Run($"{program.Id}", "--dump", run.PathOf("process.dmp")));
    });

    private static string Run(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", .. arguments]);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }
}
