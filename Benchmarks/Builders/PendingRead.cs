using System.Threading.Tasks.Sources;

namespace Benchmarks.Builders;

/// <summary>A reusable read, like a read from a socket. It is pending until <see cref="Complete"/>, and can then be started again.</summary>
internal sealed class PendingRead : IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _core;

    public ValueTask<int> Start()
    {
        _core.Reset();
        return new(this, _core.Version);
    }

    public void Complete(int count) => _core.SetResult(count);

    int IValueTaskSource<int>.GetResult(short token) => _core.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource<int>.GetStatus(short token) => _core.GetStatus(token);

    void IValueTaskSource<int>.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
