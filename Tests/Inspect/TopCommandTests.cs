using System.Diagnostics;
using System.Text.Json;

namespace Tests.Inspect;

/// <summary>Tests the command on real processes.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class TopCommandTests
{
    private const string Method = "Shop.Cart.TotalAsync";

    /// <summary>A program whose meter is like the meter of a woven program. At each reading, the meter's counts grow by the same amounts.</summary>
    private const string Counting = $$"""
        using System;
        using System.Collections.Generic;
        using System.Diagnostics.Metrics;
        using System.Threading;

        var meter = new Meter("PooledAwait");
        var method = new KeyValuePair<string, object>("code.function.name", "{{Method}}");
        foreach (var (name, count) in new[] { ("rented", 1_000L), ("returned", 1_000L), ("created", 100L), ("dropped", 30L), ("trimmed", 20L) })
        {
            var (all, one) = (0L, 0L);
            meter.CreateObservableCounter("pooledawait.boxes." + name, () => all += 2 * count);
            meter.CreateObservableCounter("pooledawait.method.boxes." + name, () => new[] { new Measurement<long>(one += count, method) });
        }

        foreach (var (name, count) in new[] { ("idle", 40L), ("idle.threads", 15L) })
        {
            meter.CreateObservableUpDownCounter("pooledawait.boxes." + name, () => 2 * count);
            meter.CreateObservableUpDownCounter("pooledawait.method.boxes." + name, () => new[] { new Measurement<long>(count, method) });
        }

        meter.CreateObservableGauge("pooledawait.ways", () => new[]
        {
            new Measurement<int>(0, Tag("way", "boxes"), Tag("way.used", "delegates"), Tag("way.reason", "missing")),
            new Measurement<int>(1, Tag("way", "when-any"), Tag("way.used", "specialised")),
        });
        Console.WriteLine("ready");
        Thread.Sleep(Timeout.Infinite);

        static KeyValuePair<string, object> Tag(string name, string value) => new("pooledawait." + name, value);
        """;

    private const string Without = """
        System.Console.WriteLine("ready");
        System.Threading.Thread.Sleep(-1);
        """;

    private ToolRun _run = null!;
    private Process _program = null!;

    [SetUp]
    public void MakeFolder() => _run = new ToolRun();

    [TearDown]
    public void EndProgram()
    {
        _program?.Kill();
        _program?.Dispose();
        _run.Dispose();
    }

    [Test]
    public void Tells_what_the_pools_do_as_JSON()
    {
        Start(Counting);
        var report = _run.PathOf("App.PooledAwait.json");
        File.WriteAllText(report, $$"""
            {
              "assemblies": [{ "methods": [
                { "name": "{{Method}}(int)", "decisions": [{ "rewrite": "Builders", "outcome": "changed", "bytesSaved": { "total": 80 } }] },
                { "name": "{{Method}}(string)", "decisions": [{ "rewrite": "Builders", "outcome": "leftAlone", "reason": "ignored", "bytesSaved": { "total": 50 } }] }
              ] }]
            }
            """);

        var (exitCode, output, error) = ToolRun.Run("top", $"{_program.Id}", "--json", "--count", "2", "--report", report);

        Assert.That(exitCode, Is.Zero, error);
        var answers = output.TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement).ToList();
        var (first, second) = (answers[0], answers[1]);
        var seconds = second.GetProperty("seconds").GetDouble();
        var (all, method) = (second.GetProperty("all"), second.GetProperty("methods").EnumerateArray().Single());
        Assert.Multiple(() =>
        {
            Assert.That(answers, Has.Count.EqualTo(2));
            Assert.That(seconds, Is.GreaterThan(0.5));
            Assert.That(method.GetProperty("method").GetString(), Is.EqualTo(Method));
            Assert.That(Number(method, "rented") * seconds, Is.EqualTo(1_000).Within(0.01));
            Assert.That(Number(method, "created") * seconds, Is.EqualTo(100).Within(0.01));
            Assert.That(Number(method, "bytesSaved") * seconds, Is.EqualTo(80 * 900).Within(0.01));
            Assert.That(Number(all, "rented") * seconds, Is.EqualTo(2_000).Within(0.01));
            Assert.That((Number(method, "idle"), Number(method, "idleOnThreads")), Is.EqualTo((40, 15)));
            Assert.That((Number(all, "idle"), Number(all, "idleOnThreads")), Is.EqualTo((80, 30)));
            Assert.That(Number(all, "bytesSaved"), Is.EqualTo(Number(method, "bytesSaved")));
            Assert.That(second.GetProperty("ways").GetRawText(), Is.EqualTo(
                """[{"way":"boxes","used":"delegates","reason":"missing"},{"way":"when-any","used":"specialised"}]"""));
            Assert.That(Number(all, "kept") - Number(first.GetProperty("all"), "kept"), Is.EqualTo(100));
        });

        static double Number(JsonElement rates, string name) => rates.GetProperty(name).GetDouble();
    }

    [Test]
    public void Tells_what_the_pools_do_as_a_table()
    {
        Start(Counting);

        var (exitCode, output, error) = ToolRun.Run("top", $"{_program.Id}", "--count", "1");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Match(@"\| method +\| boxes rented/s \| created/s \| +kept \| idle \| on threads \|\n"));
        Assert.That(output, Does.Match(@"\| all +\| +[\d,]+ \| +\d+ \| +\d+ \| +80 \| +30 \|\n"));
        Assert.That(output, Does.Contain("\nboxes: delegates (fallback: missing); when-any: specialised\n"));
        Assert.That(output, Does.Match($@"\| {Method} +\| +[\d,]+ \| +\d+ \| +\d+ \| +40 \| +15 \|\n"));
    }

    [Test]
    public void Tells_what_an_operator_has_switched()
    {
        Start(Counting.Replace("new Measurement<int>(0, ", """
            new Measurement<int>(0, Tag("way", "pools"), Tag("way.used", "fresh-boxes"), Tag("way.reason", "switched-off")),
            new Measurement<int>(1, Tag("way", "checks"), Tag("way.used", "on")),
            new Measurement<int>(0, 
            """, StringComparison.Ordinal));

        var (exitCode, output, error) = ToolRun.Run("top", $"{_program.Id}", "--count", "1");

        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Contain(
            """

            Checks are on: every box is checked when it is taken, returned and resumed, so calls are slower.
            Pooling is off: each call that suspends creates a box, and no box is reused.
            boxes: delegates (fallback: missing); when-any: specialised

            """));
    }

    [Test]
    public void Ends_with_the_process()
    {
        Start(Counting.Replace("() => all += 2 * count", """() => { Console.WriteLine("read"); return all += 2 * count; }""", StringComparison.Ordinal));
        var id = _program.Id;
        var top = Task.Run(() => ToolRun.Run("top", $"{id}", "--json"));
        Assert.That(_program.StandardOutput.ReadLine(), Is.EqualTo("read"));
        _program.Kill();

        var (exitCode, _, error) = top.Result;

        Assert.That((exitCode, error), Is.EqualTo((0, $"Process {id} has ended.\n")));
    }

    [Test]
    public void Tells_of_a_process_without_the_meter()
    {
        Start(Without);

        Assert.That(ToolRun.Run("top", $"{_program.Id}"), Is.EqualTo((
            1,
            "",
            $"Process {_program.Id} ({_program.ProcessName}) has no meter 'PooledAwait': it is not woven, no woven method has suspended yet, " +
            "or its PooledAwait.Runtime is too old or the one for netstandard2.0.\n")));
    }

    [Test]
    [Platform("Unix")]
    public void Tells_of_a_process_without_a_diagnostics_port()
    {
        _program = Process.Start("sleep", ["100"]);

        Assert.That(ToolRun.Run("top", $"{_program.Id}"), Is.EqualTo((
            1,
            "",
            $"Process {_program.Id} (sleep) has no diagnostics port: it is not a .NET program, it switches the port off, " +
            "or it runs as another user or with another TMPDIR.\n")));
    }

    private void Start(string code)
    {
        var program = ComparedProgramFolder.Compile(_run, code);
        var host = Environment.GetEnvironmentVariable("DOTNET_HOST_PATH") ?? "dotnet";
        _program = Process.Start(new ProcessStartInfo(host, [program]) { RedirectStandardOutput = true })!;
        Assert.That(_program.StandardOutput.ReadLine(), Is.EqualTo("ready"));
    }
}
