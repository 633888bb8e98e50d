using System.Threading.Tasks.Sources;

namespace Tests.Fuzzing.Worlds;

/// <summary>The source of a promise's ValueTasks.</summary>
internal sealed class PromiseSource : IValueTaskSource, IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _core;

    public short Version => _core.Version;

    public void SetResult(int result) => _core.SetResult(result);

    public void SetException(Exception exception) => _core.SetException(exception);

    public int GetResult(short token) => _core.GetResult(token);

    void IValueTaskSource.GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
