using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Tests.Inspect;
using Tests.Inspect.Stacks;

namespace Tests.Packaging;

/// <summary>
/// Checks what weaving adds to a small published program: how much the native program grows, and whether a trimmed program contains the code for meters.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class NativeSizeTests
{
    private const string Source = """
        using System;
        using System.Threading.Tasks;

        if (args.Length > 0)
        {
            Console.WriteLine("ready");
            Console.ReadLine();
        }

        Console.WriteLine(await Work.SumAsync(3));

        internal static class Work
        {
            public static async Task<int> SumAsync(int count)
            {
                var sum = 0;
                for (var i = 0; i < count; i++)
                {
                    sum += await NextAsync(i);
                }

                return sum;
            }

            private static async ValueTask<int> NextAsync(int i)
            {
                await Task.Yield();
                return i;
            }
        }
        """;

    /// <summary>
    /// The growth of the program is 11 %. If the added code compared generic structs, it could need the base library's type loader. Then the growth would be 34
    /// %.
    /// </summary>
    [Test]
    public void Of_native_code_grows_by_an_eighth_at_most()
    {
        if (!Linker.IsHere)
        {
            Assert.Ignore("There is no linker here.");
        }

        var folder = Packed.NewFolder();
        var plain = Native("Plain");
        var woven = Native("Woven").Woven();
        new FreshSolution(folder, [plain, woven]).Publish("-c", "Release");

        Assert.Multiple(() =>
        {
            Assert.That(Run(plain), Is.EqualTo((0, "3")));
            Assert.That(Run(woven), Is.EqualTo((0, "3")));
            Assert.That(new FileInfo(Program(woven)).Length, Is.LessThan(1.125 * new FileInfo(Program(plain)).Length));
        });
        if (OperatingSystem.IsLinux())
        {
            IsRefusedByTheTool(Program(woven));
        }

        FreshProject Native(string name) => Small(folder, name).With("PublishAot", "true").With("InvariantGlobalization", "true");
    }

    [Test]
    public void Has_no_meter_in_it_where_the_project_says_that_it_has_none()
    {
        var folder = Packed.NewFolder();
        var (metered, unmetered) = (Trimmed("Metered"), Trimmed("Unmetered").With("MetricsSupport", "false"));
        new FreshSolution(folder, [metered, unmetered]).Publish("-c", "Release");

        Assert.Multiple(() =>
        {
            Assert.That(TypesOfRuntime(metered), Does.Contain("AllThreads").And.Contain("PoolSums"));
            Assert.That(TypesOfRuntime(unmetered), Does.Contain("AllThreads").And.Not.Contain("PoolSums"));
            Assert.That(Run(metered), Is.EqualTo((0, "3")));
            Assert.That(Run(unmetered), Is.EqualTo((0, "3")));
        });

        FreshProject Trimmed(string name) => Small(folder, name).Woven().With("PublishTrimmed", "true");
    }

    private static void IsRefusedByTheTool(string program)
    {
        using var running = RunningProgram.Start(program, "wait");
        Assert.That(ToolRun.Run("stacks", $"{running.Id}"), Is.EqualTo((
            1, "", $"Process {running.Id} (Woven) has no .NET runtime: it is not a .NET program, or it is compiled to native code (NativeAOT), whose calls cannot be shown. A debugger (gdb, lldb) shows its threads.\n")));
    }

    private static FreshProject Small(string folder, string name) => FreshProject.Of(folder, name)
        .With("OutputType", "Exe").With("UseCurrentRuntimeIdentifier", "true").Text("Program.cs", Source);

    private static (int ExitCode, string Output) Run(FreshProject project)
    {
        var (exitCode, output) = ChildProcess.Run(Program(project), project.Folder);
        return (exitCode, output.Trim());
    }

    private static string Program(FreshProject project) => Published(project, OperatingSystem.IsWindows() ? $"{project.Name}.exe" : project.Name);

    private static string Published(FreshProject project, string file) =>
        Directory.GetFiles(project.Folder, file, SearchOption.AllDirectories).Single(path => Path.GetFileName(Path.GetDirectoryName(path)) == "publish");

    private static string[] TypesOfRuntime(FreshProject project)
    {
        using var image = new PEReader(File.OpenRead(Published(project, "PooledAwait.Runtime.dll")));
        var metadata = image.GetMetadataReader();
        return [.. metadata.TypeDefinitions.Select(type => metadata.GetString(metadata.GetTypeDefinition(type).Name))];
    }
}
