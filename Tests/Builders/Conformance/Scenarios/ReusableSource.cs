using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>A source that can be awaited again and again, and that allocates nothing.</summary>
public sealed class ReusableSource : IValueTaskSource<int>
{
    private ManualResetValueTaskSourceCore<int> _core;

    public ValueTask<int> ValueTask => new(this, _core.Version);

    public void Complete() => _core.SetResult(1);

    [MethodImpl(MethodImplOptions.NoInlining)]
    public int GetResult(short token)
    {
        var result = _core.GetResult(token);
        _core.Reset();
        return result;
    }

    public ValueTaskSourceStatus GetStatus(short token) => _core.GetStatus(token);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _core.OnCompleted(continuation, state, token, flags);
}
