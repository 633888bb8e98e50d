using System.Collections.Concurrent;
using Microsoft.CodeAnalysis;
using NUnit.Framework;
using Tests.Snapshots;

namespace Tests.Inspect.Stacks;

/// <summary>The tool shows a call of each shape, the same woven and not woven, in a process and in its dump.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ShapesTests
{
    private readonly ConcurrentDictionary<(OptimizationLevel, bool, int), (string Live, string Dumped)> _seen = [];

    [Test]
    public async Task The_trees() => await Verifier.Verify(ShapesProgram.TreesIn(Look(OptimizationLevel.Release, isWoven: false, 10).Live));

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

    [TestCase(OptimizationLevel.Debug, 10)]
    [TestCase(OptimizationLevel.Release, 9)]
    [TestCase(OptimizationLevel.Release, 8)]
    public void Each_build_and_runtime_shows_the_same_trees(OptimizationLevel level, int version) =>
        Assert.That(
            ShapesProgram.TreesIn(Look(level, isWoven: false, version).Live), Is.EqualTo(ShapesProgram.TreesIn(Look(OptimizationLevel.Release, isWoven: false, 10).Live)));

    private (string Live, string Dumped) Look(OptimizationLevel level, bool isWoven, int version) => _seen.GetOrAdd((level, isWoven, version), _ =>
    {
        using var run = new ToolRun();
        using var runtime = version == Environment.Version.Major ? null : new OtherRuntime(version);
        using var program = RunningProgram.Start(runtime?.Host ?? Dotnet.Host, ShapesProgram.Write(run, level, isWoven, version));
        return (ShapesProgram.Look(program), Run($"{program.Id}", "--dump", run.PathOf("process.dmp")));
    });

    private static string Run(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", .. arguments]);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }
}
