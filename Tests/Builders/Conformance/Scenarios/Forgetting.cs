using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Idle boxes in a pool keep nothing of their last call alive.</summary>
public static class Forgetting
{
    private static readonly AsyncLocal<object?> s_local = new();

    [Scenario(Kinds.All, OnlyPooled = true)]
    public static void An_idle_box_keeps_no_local_no_context_no_awaiter_and_no_caller(Trace trace, Kinds kind)
    {
        var references = new List<(string What, WeakReference Reference)>();
        OnLivingThread(
            () =>
            {
                foreach (var (name, arrange) in Awaits.RunInPlace)
                {
                    Run(kind, name, arrange, references);
                }
            },
            () => Forgotten(trace, references));
    }

    [Scenario(OnlyPooled = true)]
    public static void An_idle_box_keeps_no_result_and_no_exception(Trace trace)
    {
        var references = new List<(string What, WeakReference Reference)>();
        OnLivingThread(
            () => references.AddRange([("what a caller waited for by blocking", Blocked()), ("the exception", Error()), ("the result", Result())]),
            () => Forgotten(trace, references));
    }

    /// <summary>
    /// Runs one action on a new thread, and then the other action on the current thread. The new thread ends only after both actions, because a thread's pools
    /// end with the thread.
    /// </summary>
    private static void OnLivingThread(Action run, Action look)
    {
        ExceptionDispatchInfo? failure = null;
        using var ran = new ManualResetEventSlim();
        using var looked = new ManualResetEventSlim();
        var thread = new Thread(() =>
        {
            try
            {
                run();
            }
            catch (Exception exception)
            {
                failure = ExceptionDispatchInfo.Capture(exception);
            }

            ran.Set();
            looked.Wait();
        })
        {
            IsBackground = true,
            Name = "the thread with the pools",
        };
        thread.UnsafeStart();
        ran.Wait();
        look();
        looked.Set();
        thread.Join();
        failure?.Throw();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void Run(Kinds kind, string name, Func<Script, Action> arrange, List<(string What, WeakReference Reference)> references)
    {
        var script = new Script();
        var complete = arrange(script);
        references.Add(($"a local, {name}", new WeakReference(script)));
        references.Add(($"what was awaited, {name}", new WeakReference(complete.Target)));
        s_local.Value = new object();
        references.Add(($"an AsyncLocal's value, {name}", new WeakReference(s_local.Value)));
        var call = new Call(kind, script);
        var context = new ManualContext("A");
        references.Add(($"a context, {name}", new WeakReference(context)));
        var caller = new object();
        references.Add(($"the caller, {name}", new WeakReference(caller)));
        if (kind != Kinds.Void)
        {
            context.Under(() => call.Register(flow: true, captureContext: true)(() => GC.KeepAlive(caller)));
        }

        complete();
        if (kind != Kinds.Void)
        {
            context.Run();
            call.GetResult();
        }

        s_local.Value = null; // the thread's own context also refers to the value
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Result()
    {
        // This must be the last call of Returns, because another call would rent the same box and overwrite the result.
        var signal = new Signal();
        var valueTask = Returns(signal, new object());
        signal.Complete();
        return new WeakReference(valueTask.Result);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Error()
    {
        var signal = new Signal();
        var exception = new FormatException("thrown");
        var valueTask = Throws(signal, exception);
        signal.Complete();
        try
        {
            valueTask.GetAwaiter().GetResult();
            throw new InvalidOperationException("The call has thrown nothing.");
        }
        catch (FormatException)
        {
            // Expected.
        }

        return new WeakReference(exception);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference Blocked()
    {
        var signal = new Signal();
        var valueTask = Returns(signal, new object());
        var completing = new Thread(signal.Complete);
        completing.Start();
        _ = valueTask.Result;
        completing.Join();
        return new WeakReference(signal);
    }

    /// <remarks>
    /// Collects only once, because the collection also trims the pools. A second collection could remove the boxes themselves, and would then prove nothing.
    /// </remarks>
    private static void Forgotten(Trace trace, List<(string What, WeakReference Reference)> references)
    {
        GC.Collect();
        foreach (var (what, reference) in references)
        {
            trace.Expect(what, false, reference.IsAlive);
        }
    }

    private static async ValueTask<object> Returns(Signal signal, object result)
    {
        await signal;
        return result;
    }

    private static async ValueTask<object> Throws(Signal signal, Exception exception)
    {
        await signal;
        throw exception;
    }
}
