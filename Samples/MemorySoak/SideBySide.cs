using System.Diagnostics;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text.Json;

namespace MemorySoak;

/// <summary>Starts the processes of both builds, prints their readings, and checks whether the readings are too high.</summary>
/// <param name="clients">The number of clients in a minute with much work.</param>
/// <param name="minutes">The number of minutes.</param>
/// <param name="minute">The length of a minute, which the user can choose.</param>
/// <param name="process">Returns how to start the process of a build: the woven build if the argument is true, otherwise the other build.</param>
internal sealed class SideBySide(int clients, int minutes, TimeSpan minute, Func<bool, ProcessStartInfo> process)
{
    private const double Kilobyte = 1_000;

    // In an idle minute, the woven build's heap may exceed the other build's heap by this fraction plus these bytes.
    private const double ToleratedPart = 0.05;
    private const long ToleratedBytes = 1_000_000;

    /// <returns>The exit code.</returns>
    public async Task<int> RunAsync(TextWriter output, CancellationToken cancellation)
    {
        output.WriteLine(Text($"{clients:N0} clients and {Math.Max(1, clients / 20):N0} in turns, minutes of {minute.TotalSeconds:N0} seconds; {RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors"));
        output.WriteLine();
        output.WriteLine("| minute | clients | not woven, KB | woven, KB | idle on threads | idle in depots | in flight | the rest | most in flight | may be idle |");
        output.WriteLine("| -----: | ------: | ------------: | --------: | --------------: | -------------: | --------: | -------: | -------------: | ----------: |");
        using var notWoven = Start(woven: false);
        using var woven = Start(woven: true);
        try
        {
            return await CompareAsync(notWoven, woven, output, cancellation);
        }
        finally
        {
            notWoven.Kill();
            woven.Kill();
        }
    }

    private async Task<int> CompareAsync(Process notWoven, Process woven, TextWriter output, CancellationToken cancellation)
    {
        var (faults, most) = (new List<string>(), 0L);
        for (var number = 1; number <= minutes; number++)
        {
            var (other, own) = (await NextAsync(notWoven, cancellation), await NextAsync(woven, cancellation));
            output.WriteLine(Text(
                $"| {own.Minute} | {own.Clients:N0} | {Kb(other.Heap)} | {Kb(own.Heap)} | {Kb(own.OnThreads)} | {Kb(own.InDepots)} | {Kb(own.InFlight)} | {Kb(own.Rest)} | {Kb(own.MostInFlight)} | {Kb(own.MayBeIdle)} |"));
            faults.AddRange(Faults(other, own));
            most = Math.Max(most, own.MostInFlight);
        }

        await notWoven.WaitForExitAsync(cancellation);
        await woven.WaitForExitAsync(cancellation);
        if (most == 0)
        {
            faults.Add("No box was seen in flight: the woven build is not woven, or meters are switched off.");
        }

        output.WriteLine();
        output.WriteLine(faults.Count == 0 ? "All checks passed." : string.Join('\n', faults));
        return faults.Count == 0 ? 0 : 1;
    }

    private static IEnumerable<string> Faults(MemoryReading notWoven, MemoryReading woven)
    {
        if (woven.Idle > woven.MayBeIdle)
        {
            yield return Text($"Minute {woven.Minute}: {Kb(woven.Idle)} KB of boxes are idle, and {Kb(woven.MayBeIdle)} KB may be.");
        }

        var tolerated = (long)(notWoven.Heap * (1 + ToleratedPart)) + ToleratedBytes;
        if (woven.Clients == 0 && woven.Heap > tolerated)
        {
            yield return Text($"Minute {woven.Minute} was idle: {Kb(woven.Heap)} KB are on the heap, and {Kb(tolerated)} KB may be.");
        }
    }

    private static async Task<MemoryReading> NextAsync(Process process, CancellationToken cancellation)
    {
        var line = await process.StandardOutput.ReadLineAsync(cancellation) ?? throw new InvalidOperationException("A build has ended too early; what it wrote stands above.");
        return JsonSerializer.Deserialize(line, MemoryReadingJson.Default.MemoryReading)!;
    }

    private Process Start(bool woven)
    {
        var start = process(woven);
        start.RedirectStandardOutput = true;

        // The trim interval is a little shorter than the time between two collections, so that each collection can trim the pools.
        start.Environment["POOLEDAWAIT_TRIMINTERVALSECONDS"] = Text($"{Math.Floor(minute.TotalSeconds / 6.1):F0}");
        return Process.Start(start)!;
    }

    private static string Kb(long bytes) => Text($"{bytes / Kilobyte:N0}");

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
