using System.Diagnostics;
using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledAwait.Runtime;
using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;
using Trace = AssemblyToProcess.Support.Trace;

namespace Tests.Pooling;

/// <summary>The process in which <see cref="UnloadingTests"/> loads a plug-in, uses it and unloads it.</summary>
internal static class UnloadingProcess
{
    public const string Verb = "unload";
    public const string VerbForMany = "unload-many";
    public const string Unloaded = "unloaded";

    private static readonly TimeSpan s_longEnough = TimeSpan.FromSeconds(30);

    /// <summary>Prints whether the plug-in was unloaded.</summary>
    /// <param name="plugIn">The plug-in's file.</param>
    /// <param name="withItsOwnRuntime">True if the plug-in has its own PooledAwait.Runtime; false if it uses the application's.</param>
    /// <param name="whileListenedTo">Whether a listener reads the meter meanwhile.</param>
    public static int Run(string plugIn, bool withItsOwnRuntime, bool whileListenedTo)
    {
        using var reader = whileListenedTo ? new MeterReader() : null;
        return IsUnloaded(UseAndUnload(plugIn, withItsOwnRuntime ? context => context.LoadFromAssemblyPath(References.Runtime("net10.0")) : null, reader)) ? 0 : 1;
    }

    /// <summary>Loads one plug-in after the other, and prints for each whether it was unloaded.</summary>
    /// <param name="plugIn">The file from which each plug-in is loaded.</param>
    /// <param name="count">The number of plug-ins to load.</param>
    public static int RunMany(string plugIn, int count)
    {
        for (var loaded = 0; loaded < count; loaded++)
        {
            if (!IsUnloaded(UseEverywhereAndUnload(plugIn)))
            {
                return 1;
            }
        }

        return 0;
    }

    private static bool IsUnloaded(WeakReference context)
    {
        var watch = Stopwatch.StartNew();
        Garbage.Collect();
        while (context.IsAlive && watch.Elapsed < s_longEnough)
        {
            Thread.Sleep(50); // a thread of the thread pool may still refer to the load context
            Garbage.Collect();
        }

        Console.WriteLine(context.IsAlive ? "still loaded" : Unloaded);
        return !context.IsAlive;
    }

    /// <summary>
    /// Runs scenarios with random calls. The calls leave boxes in the pools of this thread, of the thread pool's threads, and of threads that have ended.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAndUnload(string plugIn, Func<AssemblyLoadContext, Assembly>? runtime, MeterReader? reader)
    {
        var context = new ScenarioContext("a plug-in", runtime, isCollectible: true);
        var assembly = Load(context, plugIn);
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

        // Also runs calls on the current thread, which does not end.
        assembly.GetType(typeof(PoolsAtWork).FullName!)!.GetMethod(nameof(PoolsAtWork.Run))!.Invoke(null, [1_000]);

        // If there is a reader, it must have read the plug-in's counters before the unloading.
        reader?.WaitFor($"{typeof(PoolsAtWork)}.Suspends", static counts => counts.Rented >= 1_000);
        context.Unload();
        return new WeakReference(context);
    }

    /// <summary>
    /// Leaves boxes of every kind in the pools of this thread and of other threads. This includes pools of the application's generic methods with a type of the
    /// plug-in as the type argument. Also leaves a call that never ends, and to which nothing refers.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseEverywhereAndUnload(string plugIn)
    {
        var context = new ScenarioContext("a plug-in", runtime: null, isCollectible: true);
        var assembly = Load(context, plugIn);
        var call = assembly.GetType(typeof(Registering).FullName!)!.GetMethod(nameof(Registering.An_awaiter_is_asked_once_and_by_the_right_method))!;
        var trace = Activator.CreateInstance(assembly.GetType(typeof(Trace).FullName!)!)!;
        var kinds = assembly.GetType(typeof(Kinds).FullName!)!;
        foreach (var kind in new[] { Kinds.ValueTask, Kinds.ValueTaskOfInt, Kinds.Task, Kinds.TaskOfInt, Kinds.Void })
        {
            Task.Run(() => call.Invoke(null, [trace, Enum.ToObject(kinds, (int)kind)])).Wait();
            call.Invoke(null, [trace, Enum.ToObject(kinds, (int)kind)]);
        }

        assembly.GetType(typeof(PoolsAtWork).FullName!)!.GetMethod(nameof(PoolsAtWork.Run))!.Invoke(null, [100]);
        assembly.GetType(typeof(Listed).FullName!)!.GetMethod(nameof(Listed.Abandon))!.Invoke(null, [Enum.ToObject(kinds, (int)Kinds.ValueTask)]);
        typeof(UnloadingProcess).GetMethod(nameof(UseInGenericCode), BindingFlags.NonPublic | BindingFlags.Static)!
            .MakeGenericMethod(assembly.GetType(typeof(Script).FullName!)!).Invoke(null, null);
        context.Unload();
        return new WeakReference(context);
    }

    // Loading from the path would keep the file open.
    private static Assembly Load(AssemblyLoadContext context, string plugIn) => context.LoadFromStream(new MemoryStream(File.ReadAllBytes(plugIn)));

    private static void UseInGenericCode<T>()
        where T : new()
    {
        for (var call = 0; call < 100; call++)
        {
            var source = new TaskCompletionSource<T>();
            var pending = AwaitAny(source.Task);
            source.SetResult(new T());
            pending.AsTask().Wait();
        }
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<T> AwaitAny<T>(Task<T> task)
    {
        await Task.Yield();
        return await await AwaitedWhenAny.WhenAny(task, new TaskCompletionSource<T>().Task);
    }
}
