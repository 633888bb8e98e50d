using System.CommandLine;
using System.Globalization;
using Benchmarks.Reporting;

namespace Benchmarks.Simulation;

/// <summary>Prints how the pools would perform on machines with more cores. The command takes some seconds.</summary>
internal static class SimulateCommand
{
    private const int CallsOfEachCore = 3_000;

    /// <summary>Enough calls for the pool to use large magazines (arrays of idle boxes), even if few cores exchange them.</summary>
    private const int CallsOfAllCores = 400_000;

    private static readonly int[] s_cores = [4, 16, 64, 256];

    private static readonly (Pattern Pattern, string Name)[] s_patterns =
    [
        (Pattern.OneOnItsCore, "one in flight on each core"),
        (Pattern.ManyOnTheirCore, "up to 100 in flight on each core"),
        (Pattern.AcrossCores, "each ends on any core"),
        (Pattern.OneWay, "each begins on one half of the cores and ends on the other"),
    ];

    public static Command Create()
    {
        var output = new Option<string?>("--output") { Description = "The file to write to as well.", HelpName = "file" };
        var command = new Command("simulate", "Runs the pools on 4 to 256 virtual cores, and prints what they share and keep.") { output };
        command.SetAction(parsed =>
        {
            var page = Page(s_cores, CallsOfEachCore, CallsOfAllCores);
            Console.Write(page);
            if (parsed.GetValue(output) is { } file)
            {
                File.WriteAllText(file, page);
            }

            return 0;
        });
        return command;
    }

    /// <param name="cores">The numbers of cores; each is simulated.</param>
    /// <param name="callsOfEachCore">Each core makes at least this number of measured calls, on average.</param>
    /// <param name="callsOfAllCores">All cores together make at least this number of measured calls.</param>
    public static string Page(IReadOnlyList<int> cores, int callsOfEachCore, int callsOfAllCores)
    {
        var table = new MarkdownTable(
            "calls", "cores", "for each visit to the depot", "throughput", "from empty", "one stack", "throughput, 1 µs", "one stack, 1 µs", "made", "made later", "most idle", "may be idle");
        foreach (var (pattern, name) in s_patterns)
        {
            foreach (var count in cores)
            {
                var pooled = Run(Costs.ShortCall, new LibraryPool(count));
                table.Add(
                    name,
                    Whole(count),
                    pooled.Exchanges == 0 ? "never" : Whole(1 / pooled.Exchanges),
                    Ratio(pooled.Efficiency),
                    Ratio(pooled.EfficiencyFirst),
                    Ratio(Run(Costs.ShortCall, new OneStack()).Efficiency),
                    Ratio(Run(Costs.Call, new LibraryPool(count)).Efficiency),
                    Ratio(Run(Costs.Call, new OneStack()).Efficiency),
                    Whole(pooled.MadeFirst),
                    Whole(pooled.MadeLater),
                    Whole(pooled.MostIdle),
                    Whole(pooled.MaximumIdle));

                Outcome Run(double call, SimulatedPool pool) => VirtualCores.Run(pattern, count, call, Math.Max(callsOfEachCore, callsOfAllCores / count), pool);
            }
        }

        using var page = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        page.WriteLine("# The pools on many cores, simulated");
        page.WriteLine();
        page.WriteLine(string.Create(CultureInfo.InvariantCulture, $"""
            Printed by `dotnet run -c Release --project Benchmarks -- simulate --output docs/measured/many-cores.md`. The machines at hand have few cores, so this is a model, and no measurement.
            One thread plays all cores. Each core has its own clock, and all call the same method without a pause: each core {callsOfEachCore:N0} times or more to fill the pool and as often to be
            measured, and all together at least {callsOfAllCores:N0} times. The core whose clock is behind acts next. What a rent and a return do is the library's own code, with slots for each core and one depot. The model adds what that costs:
            {Costs.ShortCall:0} ns for a call, which is nothing but the call, or 1 µs, {Costs.OwnSlots:0} ns each for a rent and a return, {Costs.OwnLine:0} ns for shared memory that the core wrote last, and {Costs.ForeignLine:0} ns for what another
            wrote, one core at a time. The same for a box that another core had.

            Throughput is against as many cores that share nothing, boxes neither: where calls end on other cores, most of the difference is that boxes have to be fetched there, with every pool.
            Beside it stands that of one stack for all cores. *From empty* is the throughput until the pool is filled. Its magazines are [small](../builders.md#the-pools) until cores have
            brought 8,192 of them; that takes some milliseconds, and begins anew with each trim. *Made* are the boxes that it takes until the pool is filled, *made later* those after that, *most idle* those that lay in the pool at any time,
            and *may be idle* is the bound: {16_384:N0} in the depot, and 65 of each core.
            Each method has a depot of its own, and here all cores call the same one: that is what they wait for in the rows of 64 and 256 cores with little throughput.

            """));
        table.WriteTo(page);
        return page.ToString();
    }

    private static string Ratio(double efficiency) => efficiency.ToString("F2", CultureInfo.InvariantCulture);

    private static string Whole(double count) => count.ToString("N0", CultureInfo.InvariantCulture);
}
