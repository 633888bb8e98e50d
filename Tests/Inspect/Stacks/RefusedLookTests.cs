using Microsoft.Diagnostics.NETCore.Client;
using Tests.NewerRuntimes;

namespace Tests.Inspect.Stacks;

/// <summary>If the tool cannot read something, it says in one line what to do.</summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class RefusedLookTests
{
    [Test]
    public void No_such_process() => Assert.That(ToolRun.Run("stacks", "4194305"), Is.EqualTo((1, "", "There is no process 4194305.\n")));

    [Test]
    public void Neither_process_nor_file() => Assert.That(ToolRun.Run("stacks", "nothing"), Is.EqualTo((1, "", "'nothing' is neither a process id nor a file.\n")));

    [Test]
    public void The_tool_itself() => Assert.That(ToolRun.Run("stacks", $"{Environment.ProcessId}").Error, Does.EndWith(" is this tool itself.\n"));

    [Test]
    public void A_program_without_NET()
    {
        using var program = RunningProgram.Start("sh", "-c", "echo ready; read line");
        Assert.That(ToolRun.Run("stacks", $"{program.Id}"), Is.EqualTo((
            1, "", $"Process {program.Id} (sh) has no .NET runtime: it is not a .NET program, or it is compiled to native code (NativeAOT), whose calls cannot be shown. A debugger (gdb, lldb) shows its threads.\n")));
        Assert.That(StacksCommandTests.StateOf(program.Id), Is.EqualTo('S').Or.EqualTo('R'));
    }

    /// <summary>The tool refuses another runtime's library, because reading with that library would crash the tool.</summary>
    [Test]
    public void The_library_of_another_runtime()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            System.Console.WriteLine("ready");
            System.Threading.Thread.Sleep(-1);
            """);
        var other = RuntimePacks.FileOf(9, "libmscordaccore.so");
        var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}", "--dac", other);
        Assert.That((exitCode, output), Is.EqualTo((1, "")));
        Assert.That(error, Does.Match(
            $@"^'{other}' belongs to another build of \.NET \(9\.0\.\S+ @Commit: \w+\) than Process {program.Id} \(.*\) \(10\.0\.\S+ @Commit: \w+\)\. Pass libmscordaccore\.so of \.NET 10\.\S+\.\n$"));
    }

    [Test]
    public void What_is_no_dump()
    {
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("text.dmp");
        File.WriteAllText(file, "This is no dump.");
        Assert.That(ToolRun.Run("stacks", file).Error, Does.StartWith($"'{file}' is not a readable dump: ").And.EndsWith(".\n"));
    }

    [Test]
    public void A_dump_without_heap()
    {
        using var run = new ToolRun();
        using var program = RunningProgram.Compile(run, """
            System.Console.WriteLine("ready");
            System.Threading.Thread.Sleep(-1);
            """);
        var file = run.PathOf("small.dmp");
        new DiagnosticsClient(program.Id).WriteDump(DumpType.Normal, file);
        var (exitCode, _, error) = ToolRun.Run("stacks", file);
        Assert.That((exitCode, error), Is.EqualTo((
            1, $"'{file}' has no readable heap: it was written without one, or while the process collected garbage. Take another with 'dotnet-dump collect --type Heap', or with --dump of this command.\n")));
    }

    /// <summary>The tool checks the named file before it reads the process. The tool would also refuse the process, but with another message.</summary>
    [TestCase("-o")]
    [TestCase("--dump")]
    public void A_file_that_cannot_be_written_is_refused_before_the_process_is_stopped(string option)
    {
        using var folder = new TemporaryFolder();
        using var program = RunningProgram.Start("sh", "-c", "echo ready; read line");
        var (missing, written) = (folder.PathOf("missing", "calls"), folder.PathOf("calls"));
        Assert.Multiple(() =>
        {
            Assert.That(Refused(missing), Is.EqualTo($"'{missing}' cannot be written: its folder does not exist.\n"));
            Assert.That(Refused(Path.GetDirectoryName(written)!), Is.EqualTo($"'{Path.GetDirectoryName(written)}' cannot be written: it is a folder.\n"));
            Assert.That(Refused("/proc/calls"), Does.Match(@"^'/proc/calls' cannot be written: .*\n$"));
            Assert.That(Refused(written), Does.StartWith($"Process {program.Id} (sh) has no "));
            Assert.That(written, Does.Not.Exist);
            File.WriteAllText(written, "before");
            Assert.That(Refused(written), Does.StartWith($"Process {program.Id} (sh) has no "));
            Assert.That(File.ReadAllText(written), Is.EqualTo("before"));
        });

        string Refused(string file)
        {
            var (exitCode, output, error) = ToolRun.Run("stacks", $"{program.Id}", option, file);
            Assert.That((exitCode, output), Is.EqualTo((1, "")));
            return error;
        }
    }

    [Test]
    public void A_page_in_the_place_of_the_dump()
    {
        using var folder = new TemporaryFolder();
        var (dump, link) = (folder.PathOf("calls.dmp"), folder.PathOf("link.html"));
        File.WriteAllText(dump, "a dump");
        File.CreateSymbolicLink(link, dump);
        Assert.Multiple(() =>
        {
            Assert.That(ToolRun.Run("stacks", dump, "-o", dump), Is.EqualTo((1, "", $"'{dump}' is the dump, and the page would overwrite it. Name another file.\n")));
            Assert.That(ToolRun.Run("stacks", dump, "-o", link), Is.EqualTo((1, "", $"'{link}' is the dump, and the page would overwrite it. Name another file.\n")));
            Assert.That(ToolRun.Run("stacks", "4194305", "--dump", dump, "-o", dump), Is.EqualTo((1, "", $"'{dump}' is the dump, and the page would overwrite it. Name another file.\n")));
            Assert.That(File.ReadAllText(dump), Is.EqualTo("a dump"));
        });
    }

    [Test]
    public void Options_that_do_not_fit()
    {
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("empty.dmp");
        File.WriteAllText(file, "");
        Assert.Multiple(() =>
        {
            Assert.That(ToolRun.Run("stacks", "1", "--watch", "5"), Is.EqualTo((1, "", "'--watch' is '5'; allowed is a number with its unit, as in 5s, 500ms or 1m, up to an hour.\n")));
            Assert.That(ToolRun.Run("stacks", "1", "--times", "3"), Is.EqualTo((1, "", "'--times' needs '--watch'.\n")));
            Assert.That(
                ToolRun.Run("stacks", "1", "--json", "-o", "page.html"),
                Is.EqualTo((1, "", "'--json' prints JSON, and '--output' writes a page: leave out one of them.\n")));
            Assert.That(ToolRun.Run("stacks", file, "--dump", "other"), Is.EqualTo((1, "", $"'--dump' is for a running process; '{file}' is not a process id.\n")));
            Assert.That(ToolRun.Run("stacks", file, "--dac", "missing.so").ExitCode, Is.EqualTo(1));
        });
    }
}
