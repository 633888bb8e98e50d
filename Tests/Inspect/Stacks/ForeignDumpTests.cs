using System.Runtime.InteropServices;
using Microsoft.CodeAnalysis;
using PooledAwait.Inspect.Stacks.Targets;
using Tests.NewerRuntimes;

namespace Tests.Inspect.Stacks;

/// <summary>
/// Reads a dump from a machine whose runtime is not installed here. To simulate this, the test creates a runtime, and deletes it after the dump was written.
/// </summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ForeignDumpTests
{
    private const int Version = 9;
    private const int MachineOfElf = 18;
    private const byte Arm64 = 0xb7;

    private ToolRun _run = null!;

    private static string Library => RuntimePacks.FileOf(Version, "libmscordaccore.so");

    private string File => _run.PathOf("foreign.dmp");

    [OneTimeSetUp]
    public void Write()
    {
        _run = new ToolRun();
        using var runtime = new OtherRuntime(Version);
        using var program = RunningProgram.Start(runtime.Host, ShapesProgram.Write(_run, OptimizationLevel.Release, isWoven: true, Version));
        ShapesProgram.Look(program);
        WrittenDump.Write(program.Id, File);
    }

    [OneTimeTearDown]
    public void Delete() => _run.Dispose();

    /// <summary>Runs the tool as a separate program that finds no packages.</summary>
    [Test]
    public void Is_refused_where_no_runtime_is_the_same_and_read_with_the_library_that_is_given()
    {
        var refused = Look();
        Assert.That(refused.ExitCode, Is.EqualTo(1));
        Assert.That(refused.Output, Does.Match(
            $@"^'{File}' cannot be read\. It was taken on another machine, or its runtime was updated since: '.*' is missing here or differs\. Pass libmscordaccore\.so of its version of \.NET with --dac: it is beside libcoreclr in every installation of that version, and in the package Microsoft\.NETCore\.App\.Runtime\.\*\.\n$"));

        var (exitCode, output) = Look("--dac", Library);
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(ShapesProgram.TreesIn(output), Is.EqualTo(ShapesProgram.Trees));

        (int ExitCode, string Output) Look(params string[] options) => ChildProcess.Run(
            new Dictionary<string, string> { ["HOME"] = "/nowhere", ["NUGET_PACKAGES"] = "/nowhere" }, Dotnet.Host, _run.Folder,
            [Repository.PathOf("PooledAwait.Inspect", "bin", Repository.Configuration, "net10.0", "PooledAwait.Inspect.dll"), "stacks", File, .. options]);
    }

    [Test]
    public void Is_read_where_the_same_runtime_is_among_the_packages()
    {
        var (exitCode, output, error) = ToolRun.Run("stacks", File);
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(ShapesProgram.TreesIn(output), Is.EqualTo(ShapesProgram.Trees));
    }

    [Test]
    public void The_library_of_another_version_is_refused()
    {
        var other = RuntimePacks.FileOf(8, "libmscordaccore.so");
        var (exitCode, output, error) = ToolRun.Run("stacks", File, "--dac", other);
        Assert.That((exitCode, output), Is.EqualTo((1, "")));
        Assert.That(error, Does.Match($@"^'{other}' belongs to another build of \.NET \(8\.0\.\S+ @Commit: \w+\) than '{File}'\. Pass libmscordaccore\.so of its version of \.NET\.\n$"));
    }

    [Test]
    public void Of_another_processor_is_refused()
    {
        var other = _run.PathOf("arm.dmp");
        System.IO.File.Copy(File, other);
        using (var stream = System.IO.File.OpenWrite(other))
        {
            stream.Position = MachineOfElf;
            stream.WriteByte(Arm64);
        }

        Assert.That(ToolRun.Run("stacks", other), Is.EqualTo((
            1, "", $"'{other}' is a dump of LINUX on Arm64. It can only be read on such a machine; this one is LINUX on {RuntimeInformation.ProcessArchitecture}.\n")));
    }

    [Test]
    public void A_library_that_does_not_fit_is_refused()
    {
        var library = _run.PathOf("wrong.so");
        System.IO.File.WriteAllText(library, "This is no library.");
        var (exitCode, output, error) = ToolRun.Run("stacks", File, "--dac", library);
        Assert.That((exitCode, output), Is.EqualTo((1, "")));
        Assert.That(error, Does.StartWith($"'{File}' cannot be read with '{library}': ").And.EndsWith(" for this system and processor.\n").And.Not.Contains("\n "));
    }
}
