using System.Threading.Tasks.Sources;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>A ValueTask source like those of libraries.</summary>
public sealed class Source : IValueTaskSource
{
    private ManualResetValueTaskSourceCore<int> _core;

    public ValueTask ValueTask => new(this, _core.Version);

    public void Complete() => _core.SetResult(0);

    public void GetResult(short token) => _core.GetResult(token);

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
