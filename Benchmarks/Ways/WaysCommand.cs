using System.CommandLine;
using System.Diagnostics;
using System.Globalization;
using Benchmarks.Reporting;

namespace Benchmarks.Ways;

/// <summary>
/// Prints the bytes and times of several kinds of calls, for each way to build and run the called methods. The command takes about ten minutes.
/// </summary>
internal static class WaysCommand
{
    public static Command Create()
    {
        var rounds = new Option<int>("--rounds") { Description = "How often everything is measured, in turns.", HelpName = "number", DefaultValueFactory = _ => 5 };
        var switches = new Option<bool>("--switches") { Description = "Measures the switches of an operator instead: no pooling, and checks." };
        var one = new Option<string?>("--one") { Hidden = true };
        var command = new Command("ways", "Measures the base library's boxes against delegates, and runtime-async behind .NET 10's preview switch, way by way of resuming.") { rounds, switches, one };
        command.SetAction(parsed =>
        {
            if (parsed.GetValue(one) is { } name)
            {
                PrintOne(Way.Fallbacks.Concat(Way.Switches).First(way => way.Name == name));
            }
            else
            {
                PrintAll(parsed.GetValue(switches) ? Way.Switches : Way.Fallbacks, parsed.GetValue(rounds));
            }

            return 0;
        });
        return command;
    }

    /// <summary>Measures one way, in its own process, and prints a line for each kind of calls.</summary>
    private static void PrintOne(Way way)
    {
        if (way.Switch is { } name)
        {
            AppContext.SetSwitch(name, true); // read by the library at its first use
        }

        var methods = way.Methods();
        foreach (var (_, bytes) in EmptyPools.All)
        {
            Print(bytes(methods), 0);
        }

        foreach (var resumption in Resumption.All)
        {
            var (bytes, nanoseconds) = resumption.Measure(methods);
            Print(bytes, nanoseconds);
        }

        static void Print(double bytes, double nanoseconds) => Console.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{bytes:R} {nanoseconds:R}"));
    }

    private static void PrintAll(IReadOnlyList<Way> ways, int rounds)
    {
        // Indexed by round, way and kind of calls.
        var measured = Enumerable.Range(0, rounds).Select(round => ways.Select(way => Measure(way, round)).ToList()).ToList();
        string[] names = [.. EmptyPools.All.Select(work => work.Name), .. Resumption.All.Select(resumption => resumption.Name)];
        var bytes = new MarkdownTable(["bytes of a call", .. ways.Select(way => way.Name)]);
        var others = ways.Skip(2).ToList();
        var times = new MarkdownTable(["time, best windows", "not woven, ns", "woven : not woven", .. others.Select(way => $"{way.Name} : woven")]);
        for (var work = 0; work < names.Length; work++)
        {
            var index = work;
            bytes.Add([names[work], .. ways.Select((_, way) => Median(measured.Select(round => round[way][index].Bytes)).ToString("N0", CultureInfo.InvariantCulture))]);
            if (work >= EmptyPools.All.Count)
            {
                var best = ways.Select((_, way) => measured.Min(round => round[way][index].Nanoseconds)).ToList();
                times.Add([names[work], Format(best[0], "N0"), Format(best[1] / best[0]), .. best.Skip(2).Select(time => Format(time / best[1]))]);
            }
        }

        Console.WriteLine($"{Circumstances.Now(rounds).Machine}; {rounds} rounds; {DateTime.UtcNow:yyyy-MM-dd}.\n");
        bytes.WriteTo(Console.Out);
        Console.WriteLine();
        times.WriteTo(Console.Out);
    }

    private static List<(double Bytes, double Nanoseconds)> Measure(Way way, int round)
    {
        Console.Error.WriteLine($"{way.Name}, round {round + 1}");
        var start = new ProcessStartInfo(Environment.ProcessPath!, [typeof(WaysCommand).Assembly.Location, "ways", "--one", way.Name]) { RedirectStandardOutput = true };
        if (Path.GetFileNameWithoutExtension(Environment.ProcessPath) != "dotnet")
        {
            start.ArgumentList.RemoveAt(0);
        }

        // Optimise all code from the beginning. Code that is not optimised allocates an object for each awaiter. On a busy machine, the runtime would optimise
        // the code late.
        start.Environment["DOTNET_TieredCompilation"] = "0";
        start.Environment["DOTNET_ReadyToRun"] = "0";
        if (way.Variable is { } variable)
        {
            start.Environment[variable] = "1";
        }

        using var process = Process.Start(start)!;
        var lines = process.StandardOutput.ReadToEnd().Split('\n', StringSplitOptions.RemoveEmptyEntries);
        process.WaitForExit();
        return process.ExitCode == 0
            ? [.. lines.Select(line => line.Split(' ')).Select(parts => (Number(parts[0]), Number(parts[1])))]
            : throw new InvalidOperationException($"{way.Name} ended with {process.ExitCode}.");
    }

    private static double Number(string text) => double.Parse(text, CultureInfo.InvariantCulture);

    private static string Format(double figure, string format = "F2") => figure.ToString(format, CultureInfo.InvariantCulture);

    private static double Median(IEnumerable<double> figures)
    {
        var sorted = figures.Order().ToList();
        return sorted[sorted.Count / 2];
    }
}
