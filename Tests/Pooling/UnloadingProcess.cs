using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>The process in which <see cref="UnloadingTests"/> loads a plug-in, uses it and unloads it.</summary>
internal static class UnloadingProcess
{
    public const string Verb = "unload";
    public const string Unloaded = "unloaded";

    private static readonly TimeSpan s_longEnough = TimeSpan.FromSeconds(30);

    /// <summary>Prints what became of the plug-in.</summary>
    /// <param name="withItsOwnRuntime">Whether it brought PooledAwait.Runtime, or uses the application's.</param>
    /// <param name="whileListenedTo">Whether somebody reads the counters meanwhile.</param>
    public static int Run(bool withItsOwnRuntime, bool whileListenedTo)
    {
        using var listener = whileListenedTo ? new CounterListener() : null;
        var context = UseAndUnload(withItsOwnRuntime ? context => context.LoadFromAssemblyPath(References.Runtime("net10.0")) : null, listener);
        for (var watch = Stopwatch.StartNew(); context.IsAlive && watch.Elapsed < s_longEnough; Thread.Sleep(50))
        {
            // Who listens keeps what it has just read until its next reading, a second later.
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Console.WriteLine(context.IsAlive ? "still loaded" : Unloaded);
        return context.IsAlive ? 1 : 0;
    }

    /// <summary>Runs the random calls, which leave boxes in the pools of this thread, of the thread pool's and of threads that have ended.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAndUnload(Func<AssemblyLoadContext, Assembly>? runtime, CounterListener? listener)
    {
        var context = new ScenarioContext("a plug-in", runtime, isCollectible: true);
        var assembly = context.Load(BuilderChoice.Pooled, optimised: true);
        var run = assembly.GetType(typeof(Runner).FullName!)!.GetMethod(nameof(Runner.Run))!.CreateDelegate<Func<string, string, int, string[]>>();
        foreach (var (type, method) in new[]
        {
            (typeof(Walking), nameof(Walking.Random_calls_on_many_threads_come_to_their_sums)),
            (typeof(Misusing), nameof(Misusing.A_faulted_call_is_consumed_as_well)),
        })
        {
            foreach (var violation in run(type.FullName!, method, 0).Where(static line => line.StartsWith(Expectation.Violation)))
            {
                Console.WriteLine(violation);
            }
        }

        // And once here, on a thread that goes on.
        assembly.GetType(typeof(PoolsAtWork).FullName!)!.GetMethod(nameof(PoolsAtWork.Run))!.Invoke(null, [1_000]);

        // So that a listener has whatever it can have of the plug-in.
        listener?.WaitFor($"{typeof(PoolsAtWork)}.Suspends", static counts => counts.Rented >= 1_000);
        context.Unload();
        return new WeakReference(context);
    }
}
