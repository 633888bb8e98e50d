using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Async methods that keep their builders because of an attribute.</summary>
public static class SwitchedOff
{
    public static void Stay(Trace trace)
    {
        trace.Add("ignored", OnTheMethod(1).AsTask().Result);
        trace.Add("of no kind", None(2).AsTask().Result);
        trace.Add("of another kind", OtherKinds(3).AsTask().Result);
        trace.Add("a property", Property.AsTask().Result);
    }

    [PooledAwaitIgnore]
    private static ValueTask<int> Property
    {
        get
        {
            return Get();

            static async ValueTask<int> Get()
            {
                await Task.Yield();
                return 4;
            }
        }
    }

    [PooledAwaitIgnore]
    private static async ValueTask<int> OnTheMethod(int value)
    {
        await Task.Yield();
        return value;
    }

    [PooledAwait(Builders = PooledBuilders.None)]
    private static async ValueTask<int> None(int value)
    {
        await Task.Yield();
        return value;
    }

    [PooledAwait(Builders = PooledBuilders.Task | PooledBuilders.Void)]
    private static async ValueTask<int> OtherKinds(int value)
    {
        await Task.Yield();
        return value;
    }
}
