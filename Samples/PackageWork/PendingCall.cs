using System.Threading.Tasks.Sources;

namespace PackageWork;

/// <summary>
/// A call that always suspends its caller, completes on the thread pool, and allocates nothing. So all measured allocations are the package's.
/// </summary>
internal sealed class PendingCall : IValueTaskSource<int>, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<int> _core;
    private int _value;
    private Exception? _failure;

    /// <summary>Starts the call again. The previous call must have ended.</summary>
    /// <param name="value">The call's result.</param>
    /// <param name="failure">The exception with which the call fails; null if the call returns its result.</param>
    public ValueTask<int> StartAsync(int value, Exception? failure = null)
    {
        _core.Reset();
        (_value, _failure) = (value, failure);
        return new ValueTask<int>(this, _core.Version);
    }

    int IValueTaskSource<int>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _core.GetStatus(token);

    // Queues the completion only now, so that the call is always pending when its caller awaits it.
    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        _core.OnCompleted(continuation, state, token, flags);
        ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: true);
    }

    void IThreadPoolWorkItem.Execute()
    {
        if (_failure == null)
        {
            _core.SetResult(_value);
        }
        else
        {
            _core.SetException(_failure);
        }
    }
}
