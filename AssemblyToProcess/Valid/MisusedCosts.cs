namespace AssemblyToProcess.Valid;

/// <summary>Callers whose allocated bytes a test asserts: those that misuse a ValueTask, and those that use a ValueTask of the same method correctly.</summary>
public static class MisusedCosts
{
    private static ValueTask<int> s_kept;
    private static ValueTask s_keptWithoutResult;

    public static void Cost(Trace trace)
    {
        foreach (var name in new[] { nameof(Once), nameof(Twice), nameof(Kept), nameof(OnceWithoutResult), nameof(KeptWithoutResult), nameof(AtOnce) })
        {
            Driven(name)();
            trace.Add(name);
        }
    }

    /// <summary>Returns an action that calls one of the methods below, and lets the call complete.</summary>
    public static Action Driven(string method)
    {
        var signal = new Signal();
        var call = (Action<Signal>)Delegate.CreateDelegate(typeof(Action<Signal>), typeof(MisusedCosts), method);
        return () => call(signal);
    }

    public static void Once(Signal signal)
    {
        var pending = Read(signal);
        signal.SetAll();
        _ = pending.GetAwaiter().GetResult();
    }

    public static void Twice(Signal signal)
    {
        var pending = Read(signal);
        signal.SetAll();
        _ = pending.GetAwaiter().GetResult() + pending.GetAwaiter().GetResult();
    }

    public static void Kept(Signal signal)
    {
        s_kept = Read(signal);
        signal.SetAll();
        _ = s_kept.GetAwaiter().GetResult();
    }

    public static void OnceWithoutResult(Signal signal)
    {
        var pending = Wait(signal);
        signal.SetAll();
        pending.GetAwaiter().GetResult();
    }

    public static void KeptWithoutResult(Signal signal)
    {
        s_keptWithoutResult = Wait(signal);
        signal.SetAll();
        s_keptWithoutResult.GetAwaiter().GetResult();
    }

    public static void AtOnce(Signal signal)
    {
        s_kept = Read(null);
        _ = s_kept.Result;
    }

    private static async ValueTask<int> Read(Signal? signal)
    {
        if (signal != null)
        {
            await signal.Wait();
        }

        return 5000;
    }

    private static async ValueTask Wait(Signal signal) => await signal.Wait();
}
