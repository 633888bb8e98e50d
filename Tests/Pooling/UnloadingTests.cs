using System.Reflection;
using Tests.Builders.Conformance;

namespace Tests.Pooling;

/// <summary>Pools must not keep plug-ins loaded.</summary>
/// <remarks>
/// Because of a defect of .NET 10, each test has its own processes, and no other test unloads anything. (10.0.12 is the newest version that was tried.) After a
/// collectible load context is gone, .NET sometimes clears memory that has another use by then. The process then ends in a later garbage collection, perhaps
/// minutes later. A program without this library ends at the same instruction. That program loads itself into such contexts, and uses thread-static fields,
/// weak references and the base library's pooling builder there.
/// </remarks>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class UnloadingTests
{
    /// <summary>On Linux, the exit code of a process that the defect of .NET ends.</summary>
    private const int SegmentationFault = 128 + 11;

    private static readonly string s_program = Assembly.GetExecutingAssembly().Location;

    private static TemporaryFolder s_folder = null!;
    private static string s_plugIn = "";

    /// <summary>Compiles the plug-in once, in this process, where the compiler is warm.</summary>
    [OneTimeSetUp]
    public static void WritePlugIn()
    {
        s_folder = new TemporaryFolder();
        s_plugIn = s_folder.PathOf("Scenarios.dll");
        File.WriteAllBytes(s_plugIn, ScenarioContext.Image(BuilderChoice.Pooled, optimised: true));
    }

    [OneTimeTearDown]
    public static void DeleteFolder() => s_folder.Dispose();

    [Test]
    public static void A_plug_in_unloads([Values] bool withItsOwnRuntime, [Values] bool whileListenedTo)
    {
        var (exitCode, output) = Dotnet.TryRun(
            s_folder.FullName, s_program, UnloadingProcess.Verb, s_plugIn, $"{withItsOwnRuntime}", $"{whileListenedTo}");
        Assert.That((exitCode, output.Trim()), Is.EqualTo((0, UnloadingProcess.Unloaded)));
    }

    /// <summary>
    /// The test fails if a plug-in stays loaded. If the defect of .NET ends a process, the plug-ins that this process reported as unloaded still count, and the
    /// next process continues.
    /// </summary>
    [Test]
    public static void Plug_ins_unload_one_after_the_other()
    {
        const int OfAProcess = 25;
        var all = Extent.IsWhole ? 100 : OfAProcess;
        var unloaded = 0;
        for (var process = 0; process < 10 && unloaded < all; process++)
        {
            var (exitCode, output) = Dotnet.TryRun(s_folder.FullName, s_program, UnloadingProcess.VerbForMany, s_plugIn, $"{OfAProcess}");
            var lines = output.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
            unloaded += lines.TakeWhile(line => line == UnloadingProcess.Unloaded).Count();
            Assert.That(exitCode, Is.Zero.Or.EqualTo(SegmentationFault), () => $"after {unloaded} plug-ins:\n{output}");
        }

        Assert.That(unloaded, Is.GreaterThanOrEqualTo(all));
    }
}
