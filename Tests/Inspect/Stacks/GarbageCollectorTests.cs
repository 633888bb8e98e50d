using Microsoft.CodeAnalysis;

namespace Tests.Inspect.Stacks;

/// <summary>The tool shows the same trees, whichever garbage collector the process uses.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class GarbageCollectorTests
{
    private ToolRun _run = null!;
    private string _assembly = "";

    [OneTimeSetUp]
    public void Compile()
    {
        _run = new ToolRun();
        _assembly = ShapesProgram.Write(_run, OptimizationLevel.Release, isWoven: true, Environment.Version.Major);
    }

    [OneTimeTearDown]
    public void Delete() => _run.Dispose();

    [TestCase("DOTNET_gcServer=1", "DOTNET_GCDynamicAdaptationMode=0", "DOTNET_GCHeapCount=2", TestName = "Server")]
    [TestCase("DOTNET_gcConcurrent=0", "DOTNET_TieredCompilation=0", TestName = "Not_concurrent")]
    [TestCase("DOTNET_GCName=libclrgc.so", TestName = "With_segments")]
    public void The_trees_are_the_same(params string[] variables)
    {
        using var program = RunningProgram.Start("env", [.. variables, Dotnet.Host, _assembly]);
        Assert.That(ShapesProgram.TreesIn(ShapesProgram.Look(program)), Is.EqualTo(ShapesProgram.Trees));
    }
}
