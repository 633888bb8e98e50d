using System.Diagnostics;
using System.Runtime.ExceptionServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="StateMachineBox"/> that is itself what the ValueTask refers to, without the result.</summary>
[StackTraceHidden]
internal abstract class ValueTaskBox : StateMachineBox, ITicketHolder
{
    private TicketedCompletion _completion;

    string ITicketHolder.Producer => AsyncMethodName.Of(StateMachineType);

    /// <inheritdoc cref="TicketedCompletion.Token"/>
    public short Token => _completion.Token;

    /// <inheritdoc cref="TicketedCompletion.IsRetired"/>
    protected bool IsRetired => _completion.IsRetired;

    /// <inheritdoc cref="TicketedCompletion.GetStatus"/>
    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token, this);

    /// <inheritdoc cref="TicketedCompletion.OnCompleted"/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags, this);

    /// <inheritdoc cref="TicketedCompletion.Consume"/>
    protected ExceptionDispatchInfo? Consume(short token) => _completion.Consume(token, this);

    /// <inheritdoc cref="TicketedCompletion.ThrowIfCompleted"/>
    protected void ThrowIfCompleted() => _completion.ThrowIfCompleted();

    /// <inheritdoc cref="TicketedCompletion.Complete()"/>
    protected void Complete() => _completion.Complete();

    /// <summary>Completes the call with an error.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <exception cref="InvalidOperationException">It was completed before.</exception>
    internal void SetException(Exception exception, ref object? source)
    {
        ThrowIfCompleted();
        Release(ref source);
        _completion.Complete(ExceptionDispatchInfo.Capture(exception));
    }

    /// <summary>Forgets the state machine and its context, before the call completes.</summary>
    /// <param name="source">The builder's field that refers to this box.</param>
    internal abstract void Release(ref object? source);
}
