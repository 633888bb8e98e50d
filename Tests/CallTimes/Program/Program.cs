using System.Diagnostics;
using System.Globalization;
using System.Reflection;

namespace CallTimes;

/// <summary>
/// Measures the same methods in several builds, on one thread. The builds take turns. For each method (a work), prints a line with its name and, for each
/// build, the nanoseconds and bytes of a call. The nanoseconds are the best of several windows (measurements of a few milliseconds). For the methods of
/// <c>Sizes</c>, they are the median of several windows of a million calls. These windows include the garbage collections that the calls cause.
/// </summary>
internal static class Program
{
    private const string TenInAContext = "TenInAContext";

    private static readonly TimeSpan s_warmUp = TimeSpan.FromSeconds(1.2);
    private static readonly TimeSpan s_window = TimeSpan.FromMilliseconds(4);

    /// <summary>
    /// Takes these arguments: the name of a work (or * for all works, or "sizes"), the number of windows for each build, and the builds' files. With 0 windows,
    /// only the last build runs, for ten seconds, so that a profiler can observe it.
    /// </summary>
    private static void Main(string[] arguments)
    {
        if (arguments[0] == "sizes")
        {
            MeasureSizes([.. arguments[2..].Select(file => Assembly.Load(File.ReadAllBytes(file)).GetType("CallTimes.Sizes", throwOnError: true)!)], int.Parse(arguments[1], CultureInfo.InvariantCulture));
            return;
        }

        var builds = arguments[2..].Select(file => Assembly.Load(File.ReadAllBytes(file)).GetType("CallTimes.Works", throwOnError: true)!).ToList();
        foreach (var work in builds[0].GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly).Select(method => method.Name))
        {
            foreach (var name in work == "Ten" ? [work, TenInAContext] : new[] { work })
            {
                if (arguments[0] == "*" || arguments[0] == name)
                {
                    SynchronizationContext.SetSynchronizationContext(name == TenInAContext ? new OwnContext() : null);
                    Measure(name, [.. builds.Select(build => build.GetMethod(work)!.CreateDelegate<Func<Read, ValueTask<int>>>())], int.Parse(arguments[1], CultureInfo.InvariantCulture));
                    SynchronizationContext.SetSynchronizationContext(null);
                }
            }
        }
    }

    private static void Measure(string name, Func<Read, ValueTask<int>>[] works, int windows)
    {
        var completions = name switch { "FiveInALoop" => 5, "TenAtOnce" or "TenInEachOther" or "TenValueTasksAtOnce" => 0, _ => 1 };
        if (windows == 0)
        {
            for (var watch = Stopwatch.StartNew(); watch.Elapsed < TimeSpan.FromSeconds(10);)
            {
                Run(works[^1], completions, 1_000);
            }

            return;
        }

        Report(name, works, completions, windows);
    }

    private static void Report(string name, Func<Read, ValueTask<int>>[] works, int completions, int windows)
    {
        const int Counted = 10_000;

        var calls = 100;
        for (var watch = Stopwatch.StartNew(); watch.Elapsed < s_warmUp;)
        {
            var start = Stopwatch.GetTimestamp();
            foreach (var work in works)
            {
                Run(work, completions, calls);
            }

            calls = (int)Math.Clamp(calls * works.Length * (s_window / Stopwatch.GetElapsedTime(start)), 10, 1_000_000);
        }

        var best = works.Select(_ => double.MaxValue).ToArray();
        for (var window = 0; window < windows; window++)
        {
            for (var i = 0; i < works.Length; i++)
            {
                var start = Stopwatch.GetTimestamp();
                Run(works[i], completions, calls);
                best[i] = Math.Min(best[i], Stopwatch.GetElapsedTime(start).TotalNanoseconds / calls);
            }
        }

        Console.Write(name);
        for (var i = 0; i < works.Length; i++)
        {
            var before = GC.GetAllocatedBytesForCurrentThread();
            Run(works[i], completions, Counted);
            var bytes = (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Counted;
            Console.Write(string.Create(CultureInfo.InvariantCulture, $" {best[i]:F2} {bytes:F1}"));
        }

        Console.WriteLine();
    }

    private static void MeasureSizes(Type[] builds, int rounds)
    {
        const int Calls = 1_000_000;

        foreach (var name in builds[0].GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly).Select(method => method.Name))
        {
            var methods = builds.Select(build => build.GetMethod(name)!.CreateDelegate<Func<Task<int>>>()).ToArray();
            for (var watch = Stopwatch.StartNew(); watch.Elapsed < s_warmUp;)
            {
                foreach (var method in methods)
                {
                    Run(method, 1_000);
                }
            }

            var times = methods.Select(_ => new List<double>()).ToArray();
            var bytes = new double[methods.Length];
            for (var round = 0; round < rounds; round++)
            {
                for (var i = 0; i < methods.Length; i++)
                {
                    var (start, before) = (Stopwatch.GetTimestamp(), GC.GetAllocatedBytesForCurrentThread());
                    Run(methods[i], Calls);
                    bytes[i] = (GC.GetAllocatedBytesForCurrentThread() - before) / (double)Calls;
                    times[i].Add(Stopwatch.GetElapsedTime(start).TotalNanoseconds / Calls);
                }
            }

            var figures = times.Select((all, i) => string.Create(CultureInfo.InvariantCulture, $"{all.Order().ElementAt(all.Count / 2):F2} {bytes[i]:F1}"));
            Console.WriteLine($"{name} {string.Join(' ', figures)}");
        }
    }

    private static int Run(Func<Task<int>> method, int calls)
    {
        var sum = 0;
        for (var i = 0; i < calls; i++)
        {
            var call = method();
            Read.Shared.Complete(i);
            sum += call.GetAwaiter().GetResult();
        }

        return sum;
    }

    private static int Run(Func<Read, ValueTask<int>> work, int completions, int calls)
    {
        var read = new Read();
        var sum = 0;
        for (var i = 0; i < calls; i++)
        {
            var call = work(read);
            for (var completion = 0; completion < completions; completion++)
            {
                read.Complete(i);
            }

            sum += call.GetAwaiter().GetResult();
        }

        return sum;
    }

    private sealed class OwnContext : SynchronizationContext;
}
