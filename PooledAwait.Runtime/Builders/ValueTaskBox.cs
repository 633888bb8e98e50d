using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="StateMachineBox"/> that is itself what the ValueTask refers to.</summary>
/// <typeparam name="TResult">The result's type; <see cref="VoidResult"/> where there is none.</typeparam>
[StackTraceHidden]
internal abstract class ValueTaskBox<TResult> : StateMachineBox, IValueTaskSource<TResult>, IValueTaskSource, ITicketHolder
{
    private TicketedCompletion _completion;

    /// <summary>Written before completion, read and cleared by the one consumer that got the result.</summary>
    private TResult? _result;

    string ITicketHolder.Producer => AsyncMethodName.Of(StateMachineType);

    /// <inheritdoc cref="TicketedCompletion.Token"/>
    public short Token => _completion.Token;

    /// <inheritdoc cref="TicketedCompletion.GetStatus"/>
    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token, this);

    /// <inheritdoc cref="TicketedCompletion.OnCompleted"/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags, this);

    /// <summary>Takes the result, once, and gives the box back to the pool.</summary>
    /// <remarks>Blocks where the call is not yet complete, as the default builder's task does.</remarks>
    /// <exception cref="InvalidOperationException">The result was consumed before.</exception>
    public abstract TResult GetResult(short token);

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    /// <summary>Completes the call with a result.</summary>
    /// <param name="result">The result.</param>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <exception cref="InvalidOperationException">It was completed before.</exception>
    internal void SetResult(TResult result, ref object? source)
    {
        _completion.ThrowIfCompleted();
        Release(ref source);
        _result = result;
        _completion.Complete();
    }

    /// <summary>Completes the call with an error.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <exception cref="InvalidOperationException">It was completed before.</exception>
    internal void SetException(Exception exception, ref object? source)
    {
        _completion.ThrowIfCompleted();
        Release(ref source);
        _completion.Complete(ExceptionDispatchInfo.Capture(exception));
    }

    /// <inheritdoc cref="TicketedCompletion.Consume"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected ExceptionDispatchInfo? Consume(short token, out TResult? result)
    {
        var error = _completion.Consume(token, this);
        result = _result;
        _result = default;
        return error;
    }

    /// <summary>Forgets the state machine and its context, before the call completes.</summary>
    /// <param name="source">The builder's field that refers to this box.</param>
    protected abstract void Release(ref object? source);
}
