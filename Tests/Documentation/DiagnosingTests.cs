using System.Diagnostics;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Tests.Inspect;

namespace Tests.Documentation;

/// <summary>
/// Tests the commands of docs/diagnosing.md that run programs other than <c>pooledawait</c>. They must do what the page says, as far as one machine can test
/// it.
/// </summary>
[Platform("Linux")]
[Parallelizable(ParallelScope.Self)]
public sealed partial class DiagnosingTests
{
    private const string Program = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        public static class Night
        {
            private static readonly SemaphoreSlim s_stock = new(0);

            public static async Task Main(string[] arguments)
            {
                var buying = BuyAsync();
                if (arguments.Length > 0)
                {
                    Environment.FailFast("the worst");
                }

                Console.WriteLine("ready");
                await buying;
            }

            private static async Task BuyAsync() => await s_stock.WaitAsync();
        }
        """;

    private readonly ToolRun _run = new();
    private string _file = null!;

    private static IEnumerable<string> Lines => new MarkdownFile("docs/diagnosing.md").Blocks.Where(block => block.Language == "sh").SelectMany(block => block.Text.Split('\n'));

    [OneTimeSetUp]
    public void Compile() => _file = ComparedProgramFolder.Compile(_run, Program);

    [OneTimeTearDown]
    public void Delete() => _run.Dispose();

    /// <summary>Runs the command that the page shows after <c>docker exec</c>. It runs without a container, and with this test's folder and process.</summary>
    [Test]
    public void The_runtime_s_own_command_writes_a_dump_that_the_tool_reads()
    {
        var command = Dump().Match(Lines.Single(line => line.Contains("createdump")));
        Assert.That(command.Success, "as the page has it");
        using var program = Start();
        try
        {
            var dump = _run.PathOf("hang.dmp");
            var (exitCode, output) = ChildProcess.Run(
                Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), command.Groups["name"].Value), _run.Folder, [command.Groups["kind"].Value, "-f", dump, $"{program.Id}"]);
            Assert.That(exitCode, Is.Zero, output);
            IsRead(dump);
        }
        finally
        {
            program.Kill();
        }
    }

    /// <summary>Sets the environment variables that the page names, with a folder on this machine.</summary>
    [Test]
    public void A_process_that_fails_writes_a_dump_that_the_tool_reads()
    {
        var words = Lines.Single(line => line.StartsWith("DOTNET_DbgEnableMiniDump=1 ", StringComparison.Ordinal)).Split(' ');
        Assert.That(words[^2..], Is.EqualTo((string[])["dotnet", "Shop.dll"]));
        var folder = Directory.CreateDirectory(_run.PathOf("dumps")).FullName;
        var variables = words[..^2].Select(word => word.Split('=', 2)).ToDictionary(word => word[0], word => word[1].Replace("/dumps/", $"{folder}/", StringComparison.Ordinal));
        var (exitCode, output) = ChildProcess.Run(variables, Dotnet.Host, _run.Folder, _file, "fail");
        Assert.That(exitCode, Is.Not.Zero);
        var dumps = Directory.GetFiles(folder);
        Assert.That(dumps, Has.Length.EqualTo(1), output);
        Assert.That(Path.GetFileName(dumps[0]), Does.Match(@"^dotnet\.\d+\.dmp$"));
        IsRead(dumps[0]);
    }

    /// <summary>The test installs the tool from a package registry, so only a whole run (see <see cref="Extent"/>) includes the test.</summary>
    [Test]
    public void Dotnet_trace_names_the_methods()
    {
        var commands = Lines.Where(line => line.StartsWith("dotnet-trace ", StringComparison.Ordinal)).ToList();
        Assert.That(commands.Select(command => command.Split(' ')[1]), Is.EqualTo(["collect", "report"]));

        if (!Extent.IsWhole)
        {
            Assert.Ignore("It is tried where the whole is.");
        }

        var (failed, message) = Dotnet.TryRun(_run.Folder, "tool", "install", "dotnet-trace", "--tool-path", _run.PathOf("tools"));
        if (failed != 0)
        {
            var missing = MissingPackages.In(message);
            Assert.That(missing, Is.Not.Null, message);
            Assert.Ignore($"dotnet-trace cannot be had here: {missing}");
        }

        using var program = Start();
        try
        {
            var trace = _run.PathOf("busy.nettrace");
            foreach (var line in commands)
            {
                var words = line.Split(' ').Skip(1).Select(word => word switch
                {
                    "4711" => $"{program.Id}",
                    "00:00:30" => "00:00:01",
                    "busy.nettrace" => trace,
                    _ => word,
                });
                var (exitCode, output) = ChildProcess.Run(_run.PathOf(Path.Combine("tools", "dotnet-trace")), _run.Folder, [.. words]);
                Assert.That(exitCode, Is.Zero, output);
                Assert.That(output, line.Contains(" report ") ? Does.Contain("Night.<Main>") : Does.Contain("Trace completed."));
            }
        }
        finally
        {
            program.Kill();
        }
    }

    private static void IsRead(string dump)
    {
        var (exitCode, output, error) = ToolRun.Run("stacks", dump);
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain("BuyAsync").And.Contains("~ SemaphoreSlim Night.s_stock (count 0)"));
        File.Delete(dump); // it is large
    }

    private Process Start()
    {
        var start = new ProcessStartInfo("dotnet", [_file]) { RedirectStandardOutput = true };
        var program = Process.Start(start)!;
        Assert.That(program.StandardOutput.ReadLine(), Is.EqualTo("ready"));
        return program;
    }

    [GeneratedRegex(@"^docker exec shop /usr/share/dotnet/shared/Microsoft\.NETCore\.App/[\d.]+/(?<name>createdump) (?<kind>--withheap) -f /tmp/hang\.dmp 1$")]
    private static partial Regex Dump();
}
