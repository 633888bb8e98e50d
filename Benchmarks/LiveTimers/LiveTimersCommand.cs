extern alias NotWoven;
extern alias Woven;

using System.CommandLine;
using System.Globalization;
using Benchmarks.Charts;

namespace Benchmarks.LiveTimers;

/// <summary>Draws the number of live timers while a program limits its work by <c>Task.WhenAny</c> with a delay. The command takes a minute.</summary>
internal static class LiveTimersCommand
{
    public static Command Create()
    {
        var folder = new Option<string>("--folder")
        {
            Description = "The folder to write timers.light.svg and timers.dark.svg into.",
            HelpName = "folder",
            DefaultValueFactory = _ => "docs/measured",
        };
        var command = new Command("timers", "Draws the timers that are alive over time where timeouts are awaited with Task.WhenAny.") { folder };
        command.SetAction(parsed =>
        {
            var into = parsed.GetValue(folder)!;
            if (!Directory.Exists(into))
            {
                Console.Error.WriteLine($"There is no folder {into}; run this in the root of the repository, or name a folder with --folder.");
                return 1;
            }

            var chart = Observe(Amounts.OfImage);
            foreach (var theme in Theme.All)
            {
                File.WriteAllText(Path.Combine(into, $"timers.{theme.Name}.svg"), chart.Draw(theme));
            }

            Console.WriteLine(chart.Description);
            return 0;
        });
        return command;
    }

    /// <summary>Observes both builds. The woven build is first, because it leaves no timers that would end during the second observation.</summary>
    public static LineChart Observe(Amounts amounts)
    {
        var woven = Observation.Of(Woven::Work.Timeouts.RacedAsync, amounts);
        var notWoven = Observation.Of(NotWoven::Work.Timeouts.RacedAsync, amounts);
        var chart = new LineChart(
            "Live timers of await Task.WhenAny(work, Task.Delay(..))",
            string.Create(CultureInfo.InvariantCulture,
                $"{amounts.CallsPerSecond:N0} calls a second for {amounts.Calling.TotalSeconds:0.#} s; each allows its work {amounts.Timeout.TotalSeconds:0.#} s, and the work ends within milliseconds"),
            "seconds");
        chart.Add($"{Builds.NotWoven}, at most {notWoven.Most.ToString("N0", CultureInfo.InvariantCulture)}", theme => theme.NotWoven, notWoven.Timers);
        chart.Add($"{Builds.Woven}, at most {woven.Most.ToString("N0", CultureInfo.InvariantCulture)}", theme => theme.Woven, woven.Timers);
        return chart;
    }
}
