using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>A value task source that never completes, and stores the delegate that is registered with it.</summary>
internal sealed class AwaitProbe : IValueTaskSource
{
    /// <summary>
    /// The delegate that the base library's own async methods register when they await a value task source. Null if the probe got no delegate.
    /// </summary>
    public static readonly Action<object?>? MoveNextOfBaseLibraryBox = FindMoveNextOfBaseLibraryBox();

    /// <summary>
    /// The delegate that the awaiter of a ValueTask registers with the ValueTask's source. The delegate's state is the action that was passed to the awaiter.
    /// Null if the probe got no delegate.
    /// </summary>
    public static readonly Action<object?>? InvokeOfAwaiters = FindInvokeOfAwaiters();

    private Action<object?>? Continuation { get; set; }

    public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Pending;

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        Continuation = continuation;

    public void GetResult(short token) => throw new NotSupportedException();

    private static Action<object?>? FindMoveNextOfBaseLibraryBox()
    {
        var probe = new AwaitProbe();
        var awaiter = new ValueTask(probe, 0).GetAwaiter();
        var builder = AsyncTaskMethodBuilder.Create();
        var stateMachine = default(NeverResumed);
        builder.AwaitUnsafeOnCompleted(ref awaiter, ref stateMachine);
        return probe.Continuation;
    }

    private static Action<object?>? FindInvokeOfAwaiters()
    {
        var probe = new AwaitProbe();
        new ValueTask(probe, 0).GetAwaiter().UnsafeOnCompleted(static () => { });
        return probe.Continuation;
    }

    private struct NeverResumed : IAsyncStateMachine
    {
        public readonly void MoveNext()
        {
        }

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
