using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using NUnit.Framework;
using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>Pools do not keep plug-ins loaded.</summary>
public static class UnloadingTests
{
    [Test]
    public static void A_plug_in_unloads_whose_runtime_is_the_applications([Values] bool whileListenedTo) => Unloads(runtime: null, whileListenedTo);

    [Test]
    public static void A_plug_in_unloads_that_brought_its_own_runtime([Values] bool whileListenedTo) =>
        Unloads(context => context.LoadFromAssemblyPath(References.Runtime("net10.0")), whileListenedTo);

    private static void Unloads(Func<AssemblyLoadContext, Assembly>? runtime, bool whileListenedTo)
    {
        using var listener = whileListenedTo ? new CounterListener() : null;
        var context = UseAndUnload(runtime, listener);
        for (var collection = 0; collection < 20 && context.IsAlive; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }

        Assert.That(context.IsAlive, Is.False, "still loaded");
    }

    /// <summary>Runs the random calls, which leave boxes in the pools of this thread, of the thread pool's and of threads that have ended.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference UseAndUnload(Func<AssemblyLoadContext, Assembly>? runtime, CounterListener? listener)
    {
        var context = new ScenarioContext("a plug-in", runtime);
        var assembly = context.Load(BuilderChoice.Pooled, optimised: true);
        var run = assembly.GetType(typeof(Runner).FullName!)!.GetMethod(nameof(Runner.Run))!.CreateDelegate<Func<string, string, int, string[]>>();
        foreach (var (type, method) in new[]
        {
            (typeof(Walking), nameof(Walking.Random_calls_on_many_threads_come_to_their_sums)),
            (typeof(Misusing), nameof(Misusing.A_faulted_call_is_consumed_as_well)),
        })
        {
            Assert.That(run(type.FullName!, method, 0), Has.None.StartsWith(Expectation.Violation));
        }

        // And once here, on a thread that goes on.
        assembly.GetType(typeof(PoolsAtWork).FullName!)!.GetMethod(nameof(PoolsAtWork.Run))!.Invoke(null, [1_000]);

        // So that a listener has whatever it can have of the plug-in.
        listener?.WaitFor($"{typeof(PoolsAtWork)}.Suspends", static counts => counts.Rented >= 1_000);
        context.Unload();
        return new WeakReference(context);
    }
}
