using System.Diagnostics;
using System.Globalization;
using System.Text.RegularExpressions;

namespace PooledAwait.Inspect.Comparing;

/// <summary>The command that sends load to a server program; for example, it runs a load generator.</summary>
/// <param name="Command">A line for the shell.</param>
/// <param name="Throughput">Finds the operations per second in the command's output.</param>
/// <param name="Operations">Finds the number of operations in the command's output.</param>
internal sealed record Load(string Command, Regex? Throughput, Regex? Operations)
{
    /// <returns>The time that the command took, and the first lines of its standard output.</returns>
    /// <exception cref="InputException">The command fails.</exception>
    public async Task<(TimeSpan Elapsed, IReadOnlyList<string> Output)> RunAsync(CancellationToken cancellation)
    {
        var start = OperatingSystem.IsWindows() ? new ProcessStartInfo("cmd.exe", $"/d /s /c \"{Command}\"") : new ProcessStartInfo("/bin/sh", ["-c", Command]);
        var clock = Stopwatch.StartNew();
        await using var load = ChildProgram.Start(start);
        load.EndInput();
        await load.WaitForExitAsync(cancellation);
        clock.Stop();
        if (load.ExitCode != 0)
        {
            var last = load.Errors.Last.Concat(load.Output.Last).LastOrDefault(line => line.Length > 0);
            throw new InputException($"The load '{Command}' failed with exit code {load.ExitCode}{(last == null ? "." : $": {last}")}");
        }

        return (clock.Elapsed, load.Output.First);
    }

    /// <summary>Adds the figures that are computed from the load's output and time.</summary>
    /// <exception cref="InputException">A pattern finds no number in the load's output.</exception>
    public Figures Tell(Figures figures, TimeSpan elapsed, IReadOnlyList<string> output)
    {
        var text = string.Join('\n', output);
        var operations = Operations == null ? (double?)null : Number(text, Operations, "--operations");
        var throughput = Throughput == null ? operations / elapsed.TotalSeconds : Number(text, Throughput, "--throughput");
        return figures with { OperationsPerSecond = throughput, BytesPerOperation = figures.AllocatedBytes / operations };
    }

    private static double Number(string text, Regex pattern, string option)
    {
        var match = pattern.Match(text);
        var found = (match.Groups.Count > 1 ? match.Groups[1] : match).Value;
        return double.TryParse(found, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var number) && number > 0
            ? number
            : throw new InputException($"{option} '{pattern}' finds no number in the load's output{(match.Success ? $", but '{found}'" : "")}.");
    }
}
