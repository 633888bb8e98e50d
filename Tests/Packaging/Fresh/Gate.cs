using System;
using System.Runtime.CompilerServices;
using System.Threading.Tasks;
using System.Threading.Tasks.Sources;

namespace Fresh;

/// <summary>A gate that is opened by hand. It allocates nothing, so all allocated bytes belong to the calls.</summary>
public sealed class Gate : IValueTaskSource
{
    private Action<object?>? _continuation;
    private object? _state;

    public ValueTaskAwaiter GetAwaiter() => new ValueTask(this, 0).GetAwaiter();

    public ValueTaskSourceStatus GetStatus(short token) => ValueTaskSourceStatus.Pending;

    public void GetResult(short token)
    {
    }

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        (_continuation, _state) = (continuation, state);

    public void Open()
    {
        var continuation = _continuation ?? throw new InvalidOperationException("Nothing waits at the gate.");
        _continuation = null;
        continuation(_state);
    }
}
