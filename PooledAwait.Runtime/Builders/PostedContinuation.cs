namespace PooledAwait.Runtime;

/// <summary>A continuation and its state in one object, for callbacks that take one argument.</summary>
internal sealed class PostedContinuation(Action<object?> continuation, object? state)
{
    public static readonly SendOrPostCallback Run = static self => ((PostedContinuation)self!).Invoke();

#if NETSTANDARD2_0
    public static readonly WaitCallback RunQueued = static self => ((PostedContinuation)self!).Invoke();
#endif

    public void Invoke() => continuation(state);
}
