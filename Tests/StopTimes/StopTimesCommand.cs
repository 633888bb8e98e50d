using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Tests.Inspect;
using Tests.Inspect.Stacks;

namespace Tests.StopTimes;

/// <summary>Measures how long <c>pooledawait stacks</c> stops a process: when a newly started tool reads the process, and in two later readings.</summary>
internal static partial class StopTimesCommand
{
    private static readonly (string Words, string[] Arguments)[] s_programs =
    [
        ("2 calls", ["2", "0"]),
        ("100,000 calls", ["100000", "0"]),
        ("2,000 calls, and 1 GB of other objects", ["2000", "1000000000"]),
    ];

    public static Command Create()
    {
        var looks = Program.Number("--looks", "How often the tool is started for each program.", 5);
        return Program.Printing("stop-times", "Measures how long the look into a process stops it.", [looks], (parsed, text) =>
        {
            Run(Math.Max(1, parsed.GetRequiredValue(looks)), text);
            return true;
        });
    }

    private static void Run(int looks, TextWriter text)
    {
        using var run = new ToolRun();
        var plain = run.Compile("Crowd", File.ReadAllText(Repository.PathOf("Tests", "StopTimes", "Program", "Program.cs")), kind: OutputKind.ConsoleApplication);
        File.WriteAllText(Path.ChangeExtension(plain, ".runtimeconfig.json"), ShapesProgram.RuntimeConfig("10.0.0"));
        var (exitCode, output, error) = ToolRun.Run("weave", Path.GetDirectoryName(plain)!, "-o", run.PathOf("woven"), "--minimum-state-machine-size", "0");
        if (exitCode != 0)
        {
            throw new InvalidOperationException(output + error);
        }

        text.WriteLine($"{looks} looks each, {Environment.ProcessorCount} processors, load {Load()}\n");
        text.WriteLine("| program | heap | stopped for, first look | later looks | the tool takes |");
        text.WriteLine("|---|---:|---:|---:|---:|");
        foreach (var (words, arguments) in s_programs)
        {
            using var program = RunningProgram.Start(Dotnet.Host, [run.PathOf("woven", "Crowd.dll"), .. arguments]);
            var runs = Enumerable.Range(0, looks).Select(_ => Look(program.Id)).ToList();
            text.WriteLine(string.Create(
                CultureInfo.InvariantCulture,
                $"| {words} | {runs[0].Heap} MB | {Range(runs.Select(one => one.Stops[0]))} | {Range(runs.SelectMany(one => one.Stops.Skip(1)))} | {Range(runs.Select(one => one.Seconds))}, {runs.Max(one => one.Megabytes):N0} MB |"));
        }
    }

    private static string Range(IEnumerable<double> seconds) =>
        seconds.Order().ToList() is var all ? string.Create(CultureInfo.InvariantCulture, $"{all[all.Count / 2]:0.00} s ({all[0]:0.00} to {all[^1]:0.00})") : "";

    private static (string Heap, IReadOnlyList<double> Stops, double Seconds, double Megabytes) Look(int process)
    {
        var clock = Stopwatch.StartNew();
        var tool = Repository.PathOf("PooledAwait.Inspect", "bin", Repository.Configuration, "net10.0", "PooledAwait.Inspect.dll");
        using var looking = Process.Start(new ProcessStartInfo(Dotnet.Host, [tool, "stacks", $"{process}", "--watch", "100ms", "--times", "3"]) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var output = looking.StandardOutput.ReadToEndAsync();
        var heads = looking.StandardError.ReadToEndAsync();
        long largest = 0;
        while (!looking.WaitForExit(10))
        {
            try
            {
                looking.Refresh();
                largest = Math.Max(largest, looking.PeakWorkingSet64);
            }
            catch (InvalidOperationException)
            {
                // The process has ended.
            }
        }

        var found = Head().Matches(heads.Result);
        return found.Count == 3 && looking.ExitCode == 0
            ? (found[0].Groups["heap"].Value, [.. found.Select(head => double.Parse(head.Groups["stop"].Value, CultureInfo.InvariantCulture))], clock.Elapsed.TotalSeconds, largest / 1e6)
            : throw new InvalidOperationException(output.Result + heads.Result);
    }

    private static string Load() => File.ReadAllText("/proc/loadavg").Split(' ')[0];

    [GeneratedRegex(@"(?<heap>[\d,]+) MB of heap, stopped for (?<stop>[\d.]+) s")]
    private static partial Regex Head();
}
