using System.CommandLine;
using PooledAwait.Inspect.Printing;
using PooledAwait.Inspect.Watching;
using Spectre.Console;

namespace PooledAwait.Inspect.Commands;

/// <summary>Shows the activity of the pools of a running process.</summary>
internal sealed class TopCommand
{
    private const int DefaultInterval = 1;
    private const int DefaultMethods = 20;

    /// <summary>
    /// The number of screen lines that show no method: headings, sums, switches, the implementation in use for each feature, a note, and the cursor's line.
    /// </summary>
    private const int OtherLines = 9;

    /// <summary>The width of lines in a file: enough for every name, so that no line is broken.</summary>
    private const int FileWidth = 1_000;

    private readonly Argument<string> _process = new("pid") { Description = "The process id." };
    private readonly Option<int?> _interval = NumberOption.Create("--interval", $"Seconds between two tables ({DefaultInterval}).", 1, 3_600);
    private readonly Option<int?> _count = NumberOption.Create("--count", "Ends after that many tables.", 1, int.MaxValue);
    private readonly Option<int?> _methods = NumberOption.Create("--methods", $"How many methods are shown ({DefaultMethods}).", 1, 1_000);
    private readonly Option<string[]> _reports = new("--report")
    {
        Description = "A report of the build (obj/.../<assembly>.PooledAwait.json), which estimates what a call of each method saves. The table then has bytes.",
        HelpName = "file",
        DefaultValueFactory = _ => [],
    };
    private readonly Option<bool> _json = new("--json") { Description = "Prints JSON: an object on one line for each interval, with all methods." };

    public static Command Create()
    {
        var top = new TopCommand();
        var command = new Command(
            "top",
            """
            Shows what the pools of a running process do, method by method: boxes rented per second, boxes created because the pool had none, and boxes that exist, in use or idle.

            It reads the Meter 'PooledAwait' through the diagnostics port of .NET 8 or newer.
            """)
        {
            top._process, top._interval, top._count, top._methods, top._reports, top._json,
        };
        command.SetAction((parsed, cancellation) => Fault.GuardAsync(parsed, () => top.RunAsync(parsed, cancellation)));
        return command;
    }

    private async Task<int> RunAsync(ParseResult parsed, CancellationToken cancellation)
    {
        var given = parsed.GetRequiredValue(_process);
        if (!int.TryParse(given, out var id) || id <= 0)
        {
            throw new InputException($"'{given}' is not a process id.");
        }

        var saved = SavedBytes.Read(parsed.GetRequiredValue(_reports));
        using var session = await MeterSession.StartAsync(id, parsed.GetValue(_interval) ?? DefaultInterval, cancellation);
        try
        {
            var left = parsed.GetValue(_count) ?? int.MaxValue;
            PoolReading? before = null;
            var output = Output(parsed);
            await foreach (var now in session.ReadingsAsync(cancellation))
            {
                if (before != null)
                {
                    output(PoolAnswer.Of(before, now, saved));
                    if (--left == 0)
                    {
                        return 0;
                    }
                }

                before = now;
            }
        }
        finally
        {
            await session.StopAsync();
        }

        parsed.InvocationConfiguration.Error.WriteLine($"Process {id} has ended.");
        return 0;
    }

    private Action<PoolAnswer> Output(ParseResult parsed)
    {
        var output = parsed.InvocationConfiguration.Output;
        if (parsed.GetValue(_json))
        {
            return answer => Json.WriteLine(output, answer);
        }

        var console = AnsiConsole.Create(new AnsiConsoleSettings { Out = new AnsiConsoleOutput(output) });
        var methods = parsed.GetValue(_methods) ?? DefaultMethods;
        var isScreen = console.Profile.Capabilities.Ansi && console.Profile.Out.IsTerminal;
        if (!isScreen)
        {
            console.Profile.Width = FileWidth;
        }

        return answer =>
        {
            var shown = methods;
            if (isScreen)
            {
                console.Clear();
                shown = Math.Clamp(console.Profile.Height - OtherLines, 1, methods);
            }

            console.Write(PoolTable.Of(answer, shown));
            foreach (var line in PoolTable.Ways(answer))
            {
                console.WriteLine(line);
            }

            console.WriteLine(PoolTable.Note(answer, shown) ?? "");
        };
    }
}
