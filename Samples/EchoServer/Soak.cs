extern alias NotWoven;
extern alias Woven;

using System.Globalization;
using System.Runtime.InteropServices;

namespace EchoServer;

/// <summary>
/// Runs both builds for a long time with clients that are cut off at random, and compares what is left: exceptions, memory, and the boxes in
/// the pools. The pools may keep only few boxes and are trimmed often, so that boxes are dropped and trimmed all the time.
/// </summary>
internal static class Soak
{
    private const int BoxesPerType = 512;
    private const int BoxesPerThread = 65;
    private const double Mebibyte = 1024 * 1024;

    /// <summary>The bytes by which the heap may have grown at the end, because the base library keeps memory of earlier sockets and timers.</summary>
    private const long Tolerance = 2 * 1024 * 1024;

    /// <returns>The exit code.</returns>
    public static async Task<int> RunAsync(int clients, int size, TimeSpan time, int seed, TextWriter output, CancellationToken cancellation)
    {
        AppContext.SetData("PooledAwait.MaximumBoxesPerType", BoxesPerType.ToString(CultureInfo.InvariantCulture));
        AppContext.SetData("PooledAwait.TrimIntervalSeconds", "1");
        using var pools = new PoolWatch();
        var load = Text($"{clients:N0} connections, {size} bytes a message, {time.TotalSeconds:N0} seconds for each build, seed {seed}");
        output.WriteLine(Text($"{load}; {RuntimeInformation.FrameworkDescription}, {Environment.ProcessorCount} processors"));
        output.WriteLine();

        // Run both builds briefly first, so that objects that are created only once do not count as growth.
        foreach (var run in (Func<CancellationToken, Task<Tally>>[])[NotWovenAsync, WovenAsync])
        {
            var moment = TimeSpan.FromSeconds(Math.Min(2, time.TotalSeconds));
            await new SoakedBuild("warm-up").RunAsync(run, moment, () => SettleAsync(pools, cancellation), cancellation);
        }

        if (!pools.HasMeter)
        {
            output.WriteLine("No pool was heard of: the woven build is not woven, or meters are switched off.");
            return 1;
        }

        var notWoven = new SoakedBuild("not woven");
        await notWoven.RunAsync(NotWovenAsync, time, () => SettleAsync(pools, cancellation), cancellation);

        var before = pools.IdleByMethod();
        IReadOnlyDictionary<string, long> idle = before;
        var threads = 0;
        var woven = new SoakedBuild("woven");
        await woven.RunAsync(WovenAsync, time, async () =>
        {
            idle = pools.IdleByMethod();
            threads = ThreadPool.ThreadCount;
            await SettleAsync(pools, cancellation);
        }, cancellation);

        var most = Growth(idle).MaxBy(method => method.Count);
        var left = Growth(pools.IdleByMethod()).Sum(method => method.Count);
        var bound = BoxesPerType + (BoxesPerThread * threads);
        Print(notWoven, woven, output);
        output.WriteLine();
        output.WriteLine("| boxes of the woven build | |");
        output.WriteLine("|--------------------------|-:|");
        foreach (var counter in (string[])["rented", "returned", "created", "dropped", "trimmed"])
        {
            output.WriteLine(Text($"| {counter,-24} | {pools[counter]:N0} |"));
        }

        var which = Text($"{most.Method}, which has most (bound: {bound:N0})");
        output.WriteLine(Text($"| idle when the last connection has gone, of {which} | {most.Count:N0} |"));
        output.WriteLine(Text($"| idle in the end          | {left:N0} |"));
        output.WriteLine();

        List<string> faults = [.. Faults(notWoven, woven), .. Faults(pools, most.Method, most.Count, bound)];
        output.WriteLine(faults.Count == 0 ? "All checks passed." : string.Join("\n", faults));
        return faults.Count == 0 ? 0 : 1;

        IEnumerable<(string Method, long Count)> Growth(IReadOnlyDictionary<string, long> now) =>
            now.Select(method => (method.Key, method.Value - before.GetValueOrDefault(method.Key)));

        async Task<Tally> NotWovenAsync(CancellationToken stop)
        {
            var (messages, connections, cut, ended, failures) = await NotWoven::Echo.Crowd.RunAsync(clients, size, seed, stop);
            return new Tally(messages, connections, cut, ended, failures);
        }

        async Task<Tally> WovenAsync(CancellationToken stop)
        {
            var (messages, connections, cut, ended, failures) = await Woven::Echo.Crowd.RunAsync(clients, size, seed, stop);
            return new Tally(messages, connections, cut, ended, failures);
        }
    }

    private static IEnumerable<string> Faults(SoakedBuild notWoven, SoakedBuild woven)
    {
        foreach (var failure in woven.Tally.Failures.Where(failure => !notWoven.Tally.Failures.ContainsKey(failure.Key)))
        {
            yield return Text($"Only woven: {failure.Value:N0} times {failure.Key}");
        }

        if (woven.Unobserved > notWoven.Unobserved)
        {
            yield return "More exceptions than without weaving are observed by nobody.";
        }

        if (woven.HeapAfter > woven.HeapBefore + Tolerance)
        {
            yield return "The heap has not returned to what it was.";
        }
    }

    private static IEnumerable<string> Faults(PoolWatch pools, string largest, long idle, long bound)
    {
        if (pools["rented"] != pools["returned"])
        {
            yield return "Not every box was returned.";
        }

        if (idle > bound)
        {
            yield return $"The pool of {largest} is over its bound.";
        }
    }

    /// <summary>
    /// Waits until the pools are empty, but only for a limited time. After a trim interval, a collection of the oldest generation
    /// makes the pools release unused boxes.
    /// </summary>
    private static async Task SettleAsync(PoolWatch pools, CancellationToken cancellation)
    {
        for (var turn = 0; turn < 8; turn++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            if (pools.IdleByMethod().Values.All(static idle => idle == 0))
            {
                return;
            }

            await Task.Delay(TimeSpan.FromSeconds(1.2), cancellation);
        }
    }

    private static void Print(SoakedBuild notWoven, SoakedBuild woven, TextWriter output)
    {
        output.WriteLine($"|                                         | {notWoven.Name,11} | {woven.Name,11} |");
        output.WriteLine("|-----------------------------------------|------------:|------------:|");
        Row("connections", build => Text($"{build.Tally.Connections:N0}"));
        Row("of these cut off", build => Text($"{build.Tally.Cut:N0}"));
        Row("conversations ended by an exception", build => Text($"{build.Tally.Ended:N0}"));
        Row("exceptions that no cut explains", build => Text($"{build.Tally.Failures.Values.Sum():N0}"));
        Row("exceptions that nobody observed", build => Text($"{build.Unobserved:N0}"));
        Row("messages", build => Text($"{build.Tally.Messages:N0}"));
        Row("bytes allocated for a message", build => Text($"{(double)build.Allocated / Math.Max(1, build.Tally.Messages):N1}"));
        Row("gen-0 collections", build => Text($"{build.Gen0Collections:N0}"));
        Row("heap before, MiB", build => Text($"{build.HeapBefore / Mebibyte:N2}"));
        Row("heap at most, MiB", build => Text($"{build.HeapAtMost / Mebibyte:N2}"));
        Row("heap after, MiB", build => Text($"{build.HeapAfter / Mebibyte:N2}"));

        void Row(string title, Func<SoakedBuild, string> value) => output.WriteLine($"| {title,-39} | {value(notWoven),11} | {value(woven),11} |");
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
