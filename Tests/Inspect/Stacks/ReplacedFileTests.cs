namespace Tests.Inspect.Stacks;

/// <summary>
/// Line numbers come from files. If a file is of another build than the loaded assembly, the output omits the assembly's line numbers, and says so once.
/// </summary>
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ReplacedFileTests
{
    private const string Code = """
        using System;
        using System.Threading.Tasks;

        public static class App
        {
            private static readonly TaskCompletionSource s_never = new();

            public static void Main()
            {
                var calls = new[] { Waits(), Waits(), Also() };
                Console.WriteLine("ready");
                Console.ReadLine();
                GC.KeepAlive(calls);
            }

            private static async Task Waits() => await s_never.Task;

            private static async Task Also() => await s_never.Task;
        }
        """;

    private ToolRun _run = null!;
    private RunningProgram _program = null!;
    private string _dump = "";

    private string Assembly => _run.PathOf("in", "App.dll");

    [OneTimeSetUp]
    public void Start()
    {
        _run = new ToolRun();
        _program = RunningProgram.Compile(_run, Code);
        _dump = _run.PathOf("before.dmp");
        Assert.That(Look($"{_program.Id}", "--dump", _dump), Does.Contain(" 2 App.Waits App.cs:16 "));
        Assert.That(Look($"{_program.Id}"), Does.Contain(" 2 App.Waits App.cs:16 "));

        // Deletes the old file, although the process keeps it open. Linux allows this.
        File.Delete(Assembly);
        File.Delete(Path.ChangeExtension(Assembly, ".pdb"));
        _run.Compile("App", $"// A line more.\n{Code}", kind: Microsoft.CodeAnalysis.OutputKind.ConsoleApplication);
    }

    [OneTimeTearDown]
    public void End()
    {
        _program.Dispose();
        _run.Dispose();
    }

    [Test]
    public void Of_a_process() => Check(Look($"{_program.Id}"));

    [Test]
    public void Of_a_dump() => Check(Look(_dump));

    private void Check(string output)
    {
        Assert.That(output, Does.Contain($"\n'{Assembly}' is another build than the one that was loaded, so the calls of its methods have no lines.\n\n"));
        Assert.That(output, Does.Match(@"\n 2 App\.Waits  \[nobody awaits it\]\n 1   ~ TaskCompletionSource\n 1 App\.Also  \[nobody awaits it\]\n 1   ~ TaskCompletionSource\n$"));
    }

    private static string Look(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(["stacks", .. arguments]);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }
}
