using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Code that attributes exclude from weaving.</summary>
[PooledAwaitIgnore]
public static class Ignored
{
    public static void Stay(Trace trace)
    {
        trace.Add("in the type", Own(1).AsTask().Result);
        trace.Add("in a nested type", Nested.Own(2).AsTask().Result);
        Func<int, ValueTask<int>> lambda = async x =>
        {
            await Task.Yield();
            return x;
        };
        trace.Add("in a lambda", lambda(3).AsTask().Result);
    }

    private static async ValueTask<int> Own(int value)
    {
        await Task.Yield();
        return value;
    }

    private static class Nested
    {
        public static async ValueTask<int> Own(int value)
        {
            await Task.Yield();
            return value;
        }
    }
}
