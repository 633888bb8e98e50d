using System;
using System.Runtime.CompilerServices;

namespace Fresh;

/// <summary>Closed until it is opened by hand, and allocates nothing itself: what a call allocates is its own.</summary>
public sealed class Gate : ICriticalNotifyCompletion
{
    private Action? _continuation;

    public bool IsCompleted => false;

    public Gate GetAwaiter() => this;

    public void GetResult()
    {
    }

    public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

    public void UnsafeOnCompleted(Action continuation) => _continuation = continuation;

    public void Open()
    {
        var continuation = _continuation ?? throw new InvalidOperationException("Nothing waits at the gate.");
        _continuation = null;
        continuation();
    }
}
