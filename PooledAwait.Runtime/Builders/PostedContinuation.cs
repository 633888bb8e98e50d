using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>A continuation and its state in one object, for callbacks that take one argument.</summary>
[StackTraceHidden]
internal sealed class PostedContinuation(Action<object?> continuation, object? state)
{
    public static readonly SendOrPostCallback Run = [StackTraceHidden] static (self) => ((PostedContinuation)self!).Invoke();

#if NETSTANDARD2_0
    public static readonly WaitCallback RunQueued = [StackTraceHidden] static (self) => ((PostedContinuation)self!).Invoke();
#endif

    public void Invoke() => continuation(state);
}
