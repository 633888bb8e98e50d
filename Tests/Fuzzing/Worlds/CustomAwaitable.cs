using System.Runtime.CompilerServices;

namespace Tests.Fuzzing.Worlds;

/// <summary>A custom awaitable: a struct that is its own awaiter and runs continuations in place.</summary>
public readonly struct CustomAwaitable : ICriticalNotifyCompletion
{
    private readonly Promise _promise;

    internal CustomAwaitable(Promise promise) => _promise = promise;

    public bool IsCompleted => _promise.HasEnded;

    public CustomAwaitable GetAwaiter() => this;

    public int GetResult() => _promise.GetResult();

    public void OnCompleted(Action continuation) => _promise.OnEnd(continuation);

    public void UnsafeOnCompleted(Action continuation) => _promise.OnEnd(continuation);
}

/// <summary>A custom awaitable that is a class. It has only OnCompleted, so the builder must flow the ExecutionContext.</summary>
public sealed class PlainAwaitable : INotifyCompletion
{
    private readonly Promise _promise;

    internal PlainAwaitable(Promise promise) => _promise = promise;

    public bool IsCompleted => _promise.HasEnded;

    public PlainAwaitable GetAwaiter() => this;

    public int GetResult() => _promise.GetResult();

    public void OnCompleted(Action continuation) => _promise.OnEnd(continuation);
}
