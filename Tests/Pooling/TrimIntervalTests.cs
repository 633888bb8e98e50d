using NUnit.Framework;

namespace Tests.Pooling;

/// <summary>Collections trim, and the runtimeconfig value <c>PooledAwait.TrimIntervalSeconds</c> limits how often.</summary>
[Alone]
public static class TrimIntervalTests
{
    [TestCase(0, ExpectedResult = 1)]
    [TestCase(1_000, ExpectedResult = 0)]
    public static long Collections_trim_what_nobody_uses(int seconds)
    {
        var pool = new BarePool(BarePool.LoadRuntime(withChecks: false, bound: 100, seconds), typeof(TrimIntervalTests));
        var cache = pool.CreateCache();
        cache.Put(new object());

        Garbage.Collect();
        GC.KeepAlive(cache);
        return pool.Read().Trimmed;
    }
}
