namespace AssemblyToProcess.Valid;

/// <summary>Methods that discard calls. A test asserts the bytes that each method allocates.</summary>
public static class ForgottenCosts
{
    public static void Cost(Trace trace)
    {
        foreach (var name in new[] { nameof(Nothing), nameof(Result), nameof(Configured), nameof(AtOnce), nameof(Beside), nameof(Looked), nameof(OfATask) })
        {
            Driven(name)();
            trace.Add(name);
        }
    }

    /// <summary>Returns an action that calls one of the methods below, and lets the call complete.</summary>
    public static Action Driven(string method)
    {
        var signal = new Signal();
        var call = (Action<Signal>)Delegate.CreateDelegate(typeof(Action<Signal>), typeof(ForgottenCosts), method);
        return () =>
        {
            call(signal);
            signal.SetAll();
        };
    }

    public static void Nothing(Signal signal) => _ = Wait(signal);

    public static void Result(Signal signal) => _ = Read(signal);

    public static void Configured(Signal signal) => _ = Read(signal).ConfigureAwait(false);

    public static void AtOnce(Signal signal) => _ = Read(null);

    /// <summary>Discards one call of a method, and consumes another call of the same method.</summary>
    public static void Beside(Signal signal)
    {
        _ = Both(signal);
        signal.SetAll();
        var awaited = Both(signal);
        signal.SetAll();
        awaited.GetAwaiter().GetResult();
    }

    /// <summary>Reads only the status of a call, so the call's box would never return to its pool. Therefore the called method keeps its builder.</summary>
    public static void Looked(Signal signal) => _ = LookedAt(signal).IsCompleted;

    public static void OfATask(Signal signal) => _ = Later(signal);

    private static async ValueTask Wait(Signal signal) => await signal.Wait();

    private static async ValueTask<int> Read(Signal? signal)
    {
        if (signal != null)
        {
            await signal.Wait();
        }

        return 5000;
    }

    private static async ValueTask Both(Signal signal) => await signal.Wait();

    private static async ValueTask LookedAt(Signal signal) => await signal.Wait();

    private static async Task Later(Signal signal) => await signal.Wait();
}
