using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>What calls of a fixture allocate on the thread that calls them.</summary>
internal static class BytesPerCallOf
{
    private const int Calls = 100;

    /// <summary>The least of several runs: a garbage collection may empty the pool, or the JIT may run, in between.</summary>
    /// <param name="assembly">Fixtures, woven or not.</param>
    /// <param name="fixture">The name of one of the valid ones.</param>
    /// <param name="caller">Makes what is measured, of the fixture's type.</param>
    public static double Least(CompiledAssembly assembly, string fixture, Func<Type, Action> caller)
    {
        var loaded = new LoadedAssembly(assembly);
        return Least(caller(loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.{fixture}", throwOnError: true)!));
    }

    /// <inheritdoc cref="Least(CompiledAssembly, string, Func{Type, Action})"/>
    public static double Least(Action call)
    {
        var least = long.MaxValue;

        // On a thread of its own, because a context that is not the default one would be kept at every call.
        var thread = new Thread(() => least = Enumerable.Range(0, 10).Select(_ => Measure(call)).Min());
        thread.UnsafeStart();
        thread.Join();
        return (double)least / Calls;
    }

    private static long Measure(Action call)
    {
        call();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 0; i < Calls; i++)
        {
            call();
        }

        return GC.GetAllocatedBytesForCurrentThread() - before;
    }
}
