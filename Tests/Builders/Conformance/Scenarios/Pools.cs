using System.Reflection;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Gives access to non-public parts of the pools, so that scenarios can trim the pools at any time and know the pools' limit.</summary>
public static class Pools
{
    private static readonly Action<bool> s_trim = Type("PoolTrimmer").GetMethod("Trim")!.CreateDelegate<Action<bool>>();

    /// <summary>The maximum number of idle boxes of one type that threads may share.</summary>
    public static int MaximumBoxesPerType { get; } =
        (int)Type("PoolLimits").GetField("MaximumBoxesPerType", BindingFlags.Public | BindingFlags.Static)!.GetValue(null)!;

    /// <summary>Trims all pools, as collections of the oldest generation do.</summary>
    public static void Trim(bool everything) => s_trim(everything);

#if POOLED
    private static Type Type(string name) =>
        typeof(PooledAwait.Runtime.PooledAsyncVoidMethodBuilder).Assembly.GetType($"PooledAwait.Runtime.{name}", throwOnError: true)!;
#else
    private static Type Type(string name) => throw new NotSupportedException($"{name}: only pooled builders have pools.");
#endif
}
