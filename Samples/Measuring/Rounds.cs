using System.Globalization;
using System.Runtime.InteropServices;

namespace Measuring;

/// <summary>Runs all builds by turns in this process, so that other work on the machine affects all builds alike.</summary>
internal static class Rounds
{
    /// <param name="builds">The builds, in the order of the table.</param>
    /// <param name="unit">The name of an operation, for example "message".</param>
    /// <param name="circumstances">A description of what every client does.</param>
    /// <param name="clients">The number of clients in each build.</param>
    /// <param name="operations">The number of operations of each client in a round.</param>
    /// <param name="rounds">The number of measured rounds, after one warm-up round.</param>
    /// <param name="output">Receives the table.</param>
    /// <param name="cancellation">Ends the run.</param>
    public static async Task RunAsync(
        Build[] builds, string unit, string circumstances, int clients, int operations, int rounds, TextWriter output, CancellationToken cancellation)
    {
        var perRound = (long)clients * operations;
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{circumstances}, {rounds} rounds of {perRound:N0} {unit}s; " +
            $"{RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors"));
        output.WriteLine();

        foreach (var build in builds)
        {
            await build.WarmUpAsync(operations, cancellation);
        }

        for (var round = 0; round < rounds; round++)
        {
            foreach (var build in round % 2 == 0 ? builds : builds.Reverse())
            {
                await build.MeasureAsync(operations, cancellation);
            }
        }

        string[] columns = [$"{unit}s/s", $"bytes/{unit}", "gen-0 collections", $"per million {unit}s"];
        var width = builds.Max(build => build.Name.Length);
        output.WriteLine($"| {new string(' ', width)} | {string.Join(" | ", columns)} |");
        output.WriteLine($"|{new string('-', width + 2)}|{string.Join('|', columns.Select(column => new string('-', column.Length + 1) + ":"))}|");
        foreach (var build in builds)
        {
            string[] cells =
            [
                Format(build.Speed(perRound), "N0"), Format(build.Bytes(perRound), "N1"), Format(build.Gen0Collections, "N0"),
                Format(build.Gen0CollectionsOfAMillion(perRound), "N0"),
            ];
            output.WriteLine($"| {build.Name.PadRight(width)} | {string.Join(" | ", cells.Zip(columns).Select(cell => cell.First.PadLeft(cell.Second.Length)))} |");
        }
    }

    private static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
