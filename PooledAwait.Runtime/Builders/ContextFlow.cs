using System.Diagnostics;
#if NETSTANDARD2_0
using System.Reflection;
#else
using System.Runtime.CompilerServices;
#endif

namespace PooledAwait.Runtime;

/// <summary>Captures the ExecutionContext before a suspension, and makes it current again after the suspension.</summary>
/// <remarks>
/// On .NET Framework and on Mono, a captured ExecutionContext also contains the SynchronizationContext. Code that runs in the captured context has that
/// SynchronizationContext as the current one. So after ConfigureAwait(false), code on the thread pool could see, for example, the SynchronizationContext of the
/// user interface. On these runtimes, the base library's own async methods use two internal members that leave out the SynchronizationContext. If both members
/// exist, this class uses the same members. These members also allocate nothing if the context is empty. .NET Core has neither member and needs neither,
/// because its captured contexts contain no SynchronizationContext. .NET Framework no longer changes, so it keeps both members. The versions of .NET Core that
/// use the netstandard2.0 build no longer change either, so they still need neither member.
/// </remarks>
[StackTraceHidden]
internal static class ContextFlow
{
#if NETSTANDARD2_0
    private static readonly Func<ExecutionContext?>? s_capture = Find<Func<ExecutionContext?>>("FastCapture");

    private static readonly Action<ExecutionContext, ContextCallback, object?, bool>? s_run =
        Find<Action<ExecutionContext, ContextCallback, object?, bool>>(nameof(ExecutionContext.Run), typeof(ExecutionContext), typeof(ContextCallback), typeof(object), typeof(bool));

    private static readonly bool s_leavesOutSynchronizationContext = s_capture is not null && s_run is not null;

    /// <summary>Returns the current context; null if flow is suppressed.</summary>
    public static ExecutionContext? Capture() => s_leavesOutSynchronizationContext ? s_capture!() : ExecutionContext.Capture();

    /// <summary>Runs a callback in a context that <c>Capture</c> returned. Each captured context may be used only once.</summary>
    public static void Run(ExecutionContext context, ContextCallback callback, object state)
    {
        if (s_leavesOutSynchronizationContext)
        {
            s_run!(context, callback, state, /* preserveSyncCtx: */ true);
        }
        else
        {
            ExecutionContext.Run(context, callback, state);
        }
    }

    /// <summary>Returns whether a context is known to be the current one. Always false in this build.</summary>
    public static bool IsCurrent(ExecutionContext context) => false; // captured contexts are copies here

    /// <summary>Makes a context the current one. Never called in this build.</summary>
    public static void Restore(ExecutionContext context) => throw new NotSupportedException();

    private static TDelegate? Find<TDelegate>(string name, params Type[] parameters)
        where TDelegate : Delegate =>
        typeof(ExecutionContext).GetMethod(name, BindingFlags.Static | BindingFlags.NonPublic, null, parameters, null) is { } method
            ? (TDelegate?)Delegate.CreateDelegate(typeof(TDelegate), method, throwOnBindFailure: false)
            : null;
#else
    /// <summary>Returns the current context; null if flow is suppressed.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ExecutionContext? Capture() => ExecutionContext.Capture();

    /// <summary>Runs a callback in a context that <c>Capture</c> returned. Each captured context may be used only once.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Run(ExecutionContext context, ContextCallback callback, object state) => ExecutionContext.Run(context, callback, state);

    /// <summary>Returns whether a context is the current one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static bool IsCurrent(ExecutionContext context) => ReferenceEquals(context, ExecutionContext.Capture());

    /// <summary>Makes a context the current one, and notifies AsyncLocals of the changes.</summary>
    public static void Restore(ExecutionContext context) => ExecutionContext.Restore(context);
#endif
}
