extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using System.CommandLine;
using System.Globalization;
using Benchmarks.Reporting;

namespace Benchmarks.Footprint;

/// <summary>Prints how much memory the pools keep, and what calls cost when the pools are empty. The command takes half an hour, and is mostly idle.</summary>
internal static class FootprintCommand
{
    public static Command Create()
    {
        var output = new Option<string?>("--output") { Description = "The file to write to as well.", HelpName = "file" };
        var command = new Command("footprint", "Measures what pools keep for threads and methods, and calls that find them empty.") { output };
        command.SetAction(parsed =>
        {
            var page = Page(Amounts.OfPage);
            Console.Write(page);
            if (parsed.GetValue(output) is { } file)
            {
                File.WriteAllText(file, page);
            }

            return 0;
        });
        return command;
    }

    /// <param name="amounts">The numbers of threads, methods and calls of the measurement.</param>
    public static string Page(Amounts amounts)
    {
        Build[] builds =
        [
            new("not woven", typeof(NotWoven::Work.Kept<>)),
            new("base library pooling", typeof(BaseLibraryPooling::Work.Kept<>)),
            new("woven", typeof(Woven::Work.Kept<>)),
        ];
        var figures = builds.Select(build => new Figures(build, amounts)).ToList();
        var table = new MarkdownTable(["", .. builds.Select(build => build.Name)]);

        var kept = figures.ConvertAll(build => build.PerThreadAndMethod());
        Add("kept for each thread and method after one call, B", kept.ConvertAll(one => one.Used));
        Add("the same after a minute in which nothing was called, B", kept.ConvertAll(one => one.Idle));

        var empty = figures.ConvertAll(build => build.FromEmptyPools());
        Add("call that finds no box, `ValueTask<int>`, B", empty.ConvertAll(one => one.Value));
        Add("the same, `Task<int>` with three longs, B", empty.ConvertAll(one => one.Task));
        Add("the same, `async void`, B", empty.ConvertAll(one => one.Void));

        var bursts = new Bursts(figures, amounts.BurstWindows);
        Add("burst from empty pools, time, not woven = 1", bursts.Times(), "F2");
        Add("the same, of methods that were called once before", bursts.FirstTimes(), "F2");
        Add("kept directly after the burst, KB", bursts.Kept.ConvertAll(bytes => bytes / 1024.0));

        var inFlight = figures.ConvertAll(build => build.AfterInFlight());
        Add($"kept a minute after {amounts.FewInFlight} calls in flight at once, B", inFlight.ConvertAll(one => (double)one.Few));
        Add(FormattableString.Invariant($"kept a minute after {amounts.ManyInFlight:N0} calls in flight at once, B"), inFlight.ConvertAll(one => (double)one.Many));

        using var page = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        page.WriteLine("# What pools keep, and what they cost where they are empty");
        page.WriteLine();
        page.WriteLine(FormattableString.Invariant(
            $"Printed by `dotnet run -c Release --project Benchmarks -- footprint --output docs/measured/footprint.md`. {amounts.Threads} threads call {amounts.Methods:N0} methods;"));
        page.WriteLine(FormattableString.Invariant(
            $"the burst is {amounts.BurstCalls:N0} calls in flight of each of {amounts.BurstMethods} methods. In a minute a program collects six times. A time is the best of"));
        page.WriteLine($"{amounts.BurstWindows} windows, the builds in turns.");
        page.WriteLine();
        page.WriteLine($"{Circumstances.Now(rounds: 1).Machine}; {DateTime.UtcNow:yyyy-MM-dd}.");
        page.WriteLine();
        table.WriteTo(page);
        return page.ToString();

        void Add(string name, List<double> row, string format = "N0") =>
            table.Add([name, .. row.Select(figure => (Math.Abs(figure) < 0.5 && format == "N0" ? 0 : figure).ToString(format, CultureInfo.InvariantCulture))]);
    }
}
