using System.Runtime.CompilerServices;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// An awaitable that schedules nothing: <see cref="Complete"/> runs the continuation at once, in the contexts of the code that called <c>Complete</c>.
/// </summary>
public sealed class Signal : ICriticalNotifyCompletion
{
    private Action? _continuation;

    /// <summary>An action that gets each registered continuation. If the action is set, the signal itself keeps no continuation.</summary>
    public Action<Action>? Registering { get; init; }

    /// <summary>An action that <see cref="GetResult"/> runs.</summary>
    public Action? Resulting { get; init; }

    public bool IsCompleted { get; init; }

    /// <summary>How often a builder called <see cref="OnCompleted"/>.</summary>
    public int OnCompletedCalls { get; private set; }

    public int UnsafeOnCompletedCalls { get; private set; }

    /// <summary>Whether <see cref="Complete"/> would now resume a method.</summary>
    public bool IsAwaited => Volatile.Read(ref _continuation) is not null;

    public Signal GetAwaiter() => this;

    public void OnCompleted(Action continuation)
    {
        OnCompletedCalls++;
        Register(continuation);
    }

    public void UnsafeOnCompleted(Action continuation)
    {
        UnsafeOnCompletedCalls++;
        Register(continuation);
    }

    public void GetResult() => Resulting?.Invoke();

    public void Complete() => Interlocked.Exchange(ref _continuation, null)!();

    private void Register(Action continuation)
    {
        if (Registering is null)
        {
            _continuation = continuation;
        }
        else
        {
            Registering(continuation);
        }
    }
}

/// <summary>A <see cref="Signal"/> whose awaiter has only OnCompleted.</summary>
public sealed class NotCriticalSignal(Signal signal) : INotifyCompletion
{
    public bool IsCompleted => signal.IsCompleted;

    public NotCriticalSignal GetAwaiter() => this;

    public void OnCompleted(Action continuation) => signal.OnCompleted(continuation);

    public void GetResult() => signal.GetResult();
}
