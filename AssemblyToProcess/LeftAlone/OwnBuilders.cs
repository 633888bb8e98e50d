#if NET
using System.Runtime.CompilerServices;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Methods whose author chose the builder with an attribute.</summary>
public static class OwnBuilders
{
    public static void Stay(Trace trace)
    {
        trace.Add("value", Value(1).AsTask().Result);
        Nothing().AsTask().Wait();
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Value(int value)
    {
        await Task.Yield();
        return value;
    }

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    private static async ValueTask Nothing() => await Task.Yield();
}
#endif
