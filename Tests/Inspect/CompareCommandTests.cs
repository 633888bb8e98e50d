using System.Globalization;
using System.Text.Json;

namespace Tests.Inspect;

/// <summary>Compares real programs. Each run is a separate process.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class CompareCommandTests
{
    /// <summary>The tolerance for bytes that the tool measures from outside the program.</summary>
    private const double Exactness = 400_000;

    /// <summary>The time that a program may take to end after it has written its figures.</summary>
    private const double MillisecondsToEnd = 500;

    private ToolRun _run = null!;
    private string _program = "";

    [SetUp]
    public void MakeFolder()
    {
        _run = new ToolRun();
        _program = ComparedProgramFolder.Compile(_run);
    }

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [Test]
    public void Tells_what_both_forms_take_as_JSON()
    {
        var files = _run.Files();
        var measured = _run.PathOf("figures.txt");
        var (exitCode, output, error) = ToolRun.Run("compare", _program, "--rounds", "1", "--json", "--", "write figures", measured);

        Assert.That(exitCode, Is.Zero, error);
        var answer = JsonDocument.Parse(output).RootElement;
        var (notWoven, woven) = (Median(answer, "notWoven"), Median(answer, "woven"));
        var exact = OwnFigures(measured).Bytes;
        var types = answer.GetProperty("types").EnumerateArray().ToDictionary(
            type => type.GetProperty("name").GetString()!,
            type => (NotWoven: type.GetProperty("notWovenBytes").GetDouble(), Woven: type.GetProperty("wovenBytes").GetDouble()));
        var box = types.Single(type => type.Key.Contains("AsyncStateMachineBox") && type.Key.Contains("<Suspending>")).Value;
        Assert.Multiple(() =>
        {
            Assert.That(answer.GetProperty("outcome").GetString(), Is.EqualTo("same"));
            Assert.That(answer.GetProperty("arguments").EnumerateArray().Select(argument => argument.GetString()), Is.EqualTo(new[] { "write figures", measured }));
            Assert.That(answer.GetProperty("lostEvents").GetInt64(), Is.Zero);

            // A box of the default builder has more than 80 bytes.
            Assert.That(exact[0] - exact[1], Is.GreaterThan(80.0 * ComparedProgramFolder.Calls));
            Assert.That(notWoven("allocatedBytes"), Is.EqualTo(exact[0]).Within(Exactness));
            Assert.That(woven("allocatedBytes"), Is.EqualTo(exact[1]).Within(Exactness));
            Assert.That(notWoven("gen0Collections") + notWoven("gen1Collections") + notWoven("gen2Collections"), Is.Positive);
            Assert.That(notWoven("pauseMilliseconds"), Is.Positive);
            Assert.That(woven("elapsedMilliseconds"), Is.Positive);
            Assert.That(box.NotWoven, Is.GreaterThan(exact[0] / 2));
            Assert.That(box.Woven, Is.Zero);

            // As in a build, assemblies from packages are not woven.
            Assert.That(answer.GetProperty("weaving").EnumerateArray().Select(assembly => assembly.GetProperty("assembly").GetString()), Is.EqualTo(new[] { "App.dll" }));
            Assert.That(_run.Files(), Is.EqualTo(files.Append("figures.txt").Order(StringComparer.Ordinal)));
        });
    }

    /// <summary>
    /// Runs the tool as a separate process, because in the test process, the tool would also count the processor time of other tests' child processes.
    /// </summary>
    [Test]
    public void Counts_the_processor_time_up_to_the_end_of_each_program()
    {
        var measured = _run.PathOf("figures.txt");
        var (exitCode, output) = ChildProcess.Run(
            Dotnet.Host, _run.Folder, Path.Combine(AppContext.BaseDirectory, "PooledAwait.Inspect.dll"), "compare", _program, "--rounds", "1", "--json", "--",
            "write figures", measured);

        Assert.That(exitCode, Is.Zero, output);
        var answer = JsonDocument.Parse(output[..(output.LastIndexOf('}') + 1)]).RootElement;
        var own = OwnFigures(measured).ProcessorMilliseconds;
        Assert.That(Median(answer, "notWoven")("processorMilliseconds"), Is.InRange(own[0], own[0] + MillisecondsToEnd));
        Assert.That(Median(answer, "woven")("processorMilliseconds"), Is.InRange(own[1], own[1] + MillisecondsToEnd));
    }

    /// <summary>
    /// The program's manifest (its .deps.json file) lists the two assemblies of this test as references, not as projects. The SDK also writes such entries for
    /// a private project, for a project whose package has another name, and for a copied assembly.
    /// </summary>
    [Test]
    public void Weaves_the_projects_that_the_manifest_does_not_call_so()
    {
        _run.Compile("Library", ToolRun.Code);
        File.Delete(Path.ChangeExtension(_run.Compile("Foreign", ToolRun.Code), ".pdb"));

        var (_, output, error) = ToolRun.Run("compare", _program, "--rounds", "1", "--json");

        Assert.That(output, Is.Not.Empty, error);
        var woven = JsonDocument.Parse(output).RootElement.GetProperty("weaving").EnumerateArray();
        Assert.Multiple(() =>
        {
            Assert.That(woven.Select(assembly => assembly.GetProperty("assembly").GetString()), Is.EqualTo(new[] { "App.dll", "Library.dll" }));
            Assert.That(error, Does.Contain("Woven: it has symbols, so it counts as a project's: Library.dll\n"));
            Assert.That(error, Does.Contain("Not woven: it has no symbols, so it counts as a package's (--packages weaves it): Foreign.dll\n"));
        });
    }

    [Test]
    public void Compares_with_what_is_woven_together()
    {
        var (exitCode, output, error) = ToolRun.Run("compare", _program, "--rounds", "1", "--packages", "--together", "--json");

        Assert.That(exitCode, Is.Zero, error);
        var answer = JsonDocument.Parse(output).RootElement;
        Assert.That(answer.GetProperty("outcome").GetString(), Is.EqualTo("same"));
        Assert.That(answer.GetProperty("weaving").EnumerateArray().Select(assembly => assembly.GetProperty("assembly").GetString()), Does.Contain("App.dll"));
        Assert.That(Median(answer, "woven")("allocatedBytes"), Is.LessThan(Median(answer, "notWoven")("allocatedBytes") / 2));
    }

    [Test]
    public void Prints_tables_and_does_not_compare_lines_that_vary()
    {
        var (exitCode, output, error) = ToolRun.Run("compare", _program, "--rounds", "2", "--packages", "--", "print time");

        Assert.That(exitCode, Is.Zero, error);
        Assert.Multiple(() =>
        {
            Assert.That(output, Does.Match(@"App\.dll: PooledAwait: [34] async methods pooled"));
            Assert.That(output, Does.Contain("Package.dll: PooledAwait: 1 async method pooled"));
            Assert.That(output, Does.Match(@"\| allocated, MB +\| +\d\d\.\d \| +\d\.\d \| +0\.\d\d \|"));
            Assert.That(output, Does.Match(@"\| elapsed time, ms +\|"));
            Assert.That(output, Does.Match(@"\| \S*AsyncStateMachineBox<Int32,Program\.<Suspending>d__\d+> +\| +\d+\.\d \| +0\.0 \|"));
            Assert.That(output, Does.Contain("Medians of 2 rounds of each, which took "));
            Assert.That(error, Does.Match(@"Round 1 of 2, not woven: .*MB\nRound 1 of 2, woven: .*\nRound 2 of 2, woven: .*\nRound 2 of 2, not woven: "));
            Assert.That(error, Does.EndWith("lines that vary were not compared.\n"));
        });
    }

    [TestCase("fail", 2, "The program fails as it is, not woven: exit code 3.\n  This always fails.\n")]
    [TestCase("fail woven", 3, "Only the woven program fails: exit code 134.\n")]
    [TestCase("print woven", 4, "The woven program prints something different in line 2.\n  not woven: (nothing)\n  woven:     This is woven.\n")]
    public void Tells_a_program_that_fails_from_one_that_differs(string argument, int expected, string text)
    {
        var (exitCode, output, error) = ToolRun.Run("compare", _program, "--rounds", "1", "--json", "--", argument);

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(expected), error);
            Assert.That(error, Does.Contain(text));
            var answer = JsonDocument.Parse(output).RootElement;
            Assert.That(answer.GetProperty("outcome").GetString(), Is.EqualTo(expected switch { 2 => "fails", 3 => "failsWoven", _ => "differs" }));
            Assert.That(answer.GetProperty("woven").ValueKind, Is.EqualTo(expected == 4 ? JsonValueKind.Object : JsonValueKind.Null));
        });
    }

    [Test]
    public void A_program_may_succeed_with_another_exit_code() =>
        Assert.That(ToolRun.Run("compare", _program, "--rounds", "1", "--exit-code", "3", "--", "fail").ExitCode, Is.Zero);

    [Test]
    public void Drives_a_program_that_serves_and_measures_meanwhile()
    {
        var go = _run.PathOf("go");
        var load = $"touch '{go}'; while [ -e '{go}' ]; do sleep 0.02; done; echo '{ComparedProgramFolder.Calls} calls at 12,345.5 calls/s'";
        var (exitCode, output, error) = ToolRun.Run(
            "compare", _program, "--rounds", "1", "--json", "--load", load, "--ready", "ready",
            "--operations", @"(\d+) calls", "--throughput", @"([\d,.]+) calls/s", "--", "serve", _run.Folder);

        Assert.That(exitCode, Is.Zero, error);
        var answer = JsonDocument.Parse(output).RootElement;
        var (notWoven, woven) = (Median(answer, "notWoven"), Median(answer, "woven"));
        Assert.Multiple(() =>
        {
            Assert.That(notWoven("operationsPerSecond"), Is.EqualTo(12_345.5));
            Assert.That(notWoven("bytesPerOperation"), Is.GreaterThan(80).And.EqualTo(notWoven("allocatedBytes") / ComparedProgramFolder.Calls));
            Assert.That(woven("bytesPerOperation"), Is.LessThan(5));
        });
    }

    [TestCase("false", "ready", "", 1, "The load 'false' failed with exit code 1.")]
    [TestCase("echo no number", "ready", "", 1, "--throughput '(\\d+) calls' finds no number in the load's output.")]
    [TestCase("sleep 2; echo 5 calls", "ready", "at once", 2, "The program fails as it is, not woven: exit code 0.")]
    public void Tells_a_load_that_fails_from_a_program_that_does(string load, string ready, string end, int expected, string text)
    {
        var (exitCode, output, error) = ToolRun.Run(
            "compare", _program, "--load", load, "--ready", ready, "--throughput", @"(\d+) calls", "--", "serve", _run.Folder, end);

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(expected), output + error);
            Assert.That(error, Does.Contain(text));
            Assert.That(output, Is.Empty);
        });
    }

    [Test]
    public void A_program_that_weaving_does_not_change_is_not_compared()
    {
        var (exitCode, output, error) = ToolRun.Run("compare", _program, "--exclude", "*");

        Assert.Multiple(() =>
        {
            Assert.That(exitCode, Is.EqualTo(1));
            Assert.That(output, Is.Empty);
            Assert.That(error, Does.EndWith($"Weaving changes nothing in '{_program}', so there is nothing to compare. The command 'list' says why.\n"));
        });
    }

    private static Func<string, double> Median(JsonElement answer, string form) => figure => answer.GetProperty(form).GetProperty("median").GetProperty(figure).GetDouble();

    /// <summary>Reads the figures that the program wrote at its end. The first figures are of the run that is not woven.</summary>
    private static (IReadOnlyList<double> Bytes, IReadOnlyList<double> ProcessorMilliseconds) OwnFigures(string file)
    {
        var lines = File.ReadAllLines(file).Select(line => line.Split(' ').Select(figure => double.Parse(figure, CultureInfo.InvariantCulture)).ToList()).ToList();
        return ([.. lines.Select(line => line[0])], [.. lines.Select(line => line[1])]);
    }
}
