using System.Threading.Tasks.Sources;

namespace PackageWork;

/// <summary>
/// A call that suspends its caller every time, completes on the thread pool, and allocates nothing: what is measured is the package's alone.
/// </summary>
internal sealed class PendingCall : IValueTaskSource<int>, IThreadPoolWorkItem
{
    private ManualResetValueTaskSourceCore<int> _core;
    private int _value;
    private Exception? _failure;

    /// <summary>Starts the call anew; the one before has to be over.</summary>
    /// <param name="value">What it returns.</param>
    /// <param name="failure">What it throws instead.</param>
    public ValueTask<int> StartAsync(int value, Exception? failure = null)
    {
        _core.Reset();
        (_value, _failure) = (value, failure);
        return new ValueTask<int>(this, _core.Version);
    }

    int IValueTaskSource<int>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _core.GetStatus(token);

    // Only now, so that it is pending whenever it is asked.
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
