using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="StateMachineBox"/> that is also the source of the call's ValueTask.</summary>
/// <typeparam name="TResult">The result's type; <see cref="VoidResult"/> if there is none.</typeparam>
[StackTraceHidden]
internal abstract class ValueTaskBox<TResult> : StateMachineBox, IValueTaskSource<TResult>, IValueTaskSource, ITicketHolder, IForgottenCall
{
    private TicketedCompletion _completion = new();

    /// <summary>Written before completion; read and cleared by the one consumer that gets the result.</summary>
    private TResult? _result;

    string ITicketHolder.Producer => AsyncMethodName.Of(StateMachineType);

    /// <inheritdoc cref="TicketedCompletion.Token"/>
    public short Token => _completion.Token;

    /// <inheritdoc cref="TicketedCompletion.Awaiter"/>
    /// <remarks>If the call's caller discards the result, the registered state is this box itself. Nothing awaits the call, so the value is null.</remarks>
    protected object? Awaiter => _completion.Awaiter is { } awaiter && !ReferenceEquals(awaiter, this) ? awaiter : null;

    /// <inheritdoc cref="TicketedCompletion.GetStatus"/>
    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token, this);

    /// <inheritdoc cref="TicketedCompletion.IsCompleted"/>
    public bool IsCompleted(short token) => _completion.IsCompleted(token, this);

    /// <inheritdoc cref="TicketedCompletion.TryLink"/>
    public bool TryLink(StateMachineBox caller, short token, bool onCapturedContext) => _completion.TryLink(caller, token, onCapturedContext);

    /// <inheritdoc cref="TicketedCompletion.OnCompleted"/>
    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags, this);

    /// <summary>Returns the result, and gives the box back to the pool. This works only once for each call.</summary>
    /// <remarks>Blocks if the call is not yet complete, as the default builder's task does.</remarks>
    /// <exception cref="InvalidOperationException">The result was consumed before.</exception>
    public abstract TResult GetResult(short token);

    /// <summary>Does the same as <see cref="GetResult"/> for the caller of a twin, which is the only consumer.</summary>
    internal abstract TResult GetResultOfTwin(short token);

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    /// <summary>Does the same as <see cref="GetResult"/>, but returns a failure instead of throwing it.</summary>
    /// <returns>The failed task; null if the call did not fail.</returns>
    internal abstract Task? Take(short token, out TResult? result);

    /// <summary>Records that the caller of this call needs a task. If this happens repeatedly, the method's next calls get a task at once.</summary>
    internal abstract void LearnThatTaskIsAsked();

    /// <summary>Makes a task that takes the result of the call. Afterwards, only that task owns the call.</summary>
    /// <exception cref="InvalidOperationException">The call's result was consumed before, or the call has a continuation already.</exception>
    internal Task<TResult> MoveToTask(short token)
    {
        var relay = new TaskOfCall<TResult>(this);
        var task = relay.Task; // read before the call can complete, because afterwards the relay's builder might return a cached task, which other calls share
        _completion.CompleteAlong(relay, token, this);
        return task;
    }

    /// <summary>Makes the call give its box back on completion, because the caller discards the result.</summary>
    /// <exception cref="InvalidOperationException">The call's result was consumed before, or the call has a continuation already.</exception>
    internal void Forget(short token)
    {
        if (!_completion.TryForget(this, token, this))
        {
            Take(token, out _); // with the caller's own token, so that a stale token touches no other call
        }
    }

    /// <summary>
    /// Takes the result and discards it. If the call failed, the garbage collector finds the failed task, and UnobservedTaskException is raised. The current
    /// token is still the call's token, because the call owns the box until this method takes the result.
    /// </summary>
    void IForgottenCall.TakeForNobody() => Take(Token, out _);

    /// <summary>Completes the call with a result.</summary>
    /// <param name="result">The result.</param>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <exception cref="InvalidOperationException">The call was completed before.</exception>
    internal void SetResult(TResult result, ref object? source)
    {
        _completion.ThrowIfCompleted();
        var next = _next; // read first, because Release clears it
        Release(ref source);
        _result = result;
        _completion.Complete(next);
    }

    /// <summary>Completes the call with an error.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <exception cref="InvalidOperationException">The call was completed before.</exception>
    internal void SetException(Exception exception, ref object? source)
    {
        _completion.ThrowIfCompleted();
        var next = _next; // read first, because Release clears it
        Release(ref source);
        _completion.Complete(BuilderState.Failed(exception), next);
    }

    /// <summary>
    /// Gives the box back to the pool, for a call whose caller has the inner builder's task. No outside code has a reference to the box of such a call, so the
    /// box keeps its ticket. The box goes back before the task completes, because completing the task runs the caller's continuations, which may then
    /// rent the box.
    /// </summary>
    /// <param name="source">The builder's field that refers to this box.</param>
    /// <param name="inner">The base library's builder, which is in the same machine as <paramref name="source"/>. This method clears the machine.</param>
    /// <returns>A copy of the inner builder, outside the box.</returns>
    /// <inheritdoc cref="DetachedBox.Recycle" path="/remarks"/>
    internal TBuilder RecycleBeside<TBuilder>(ref object? source, ref TBuilder inner)
        where TBuilder : struct
    {
        var copy = inner;
        Release(ref source);
        Recycle();
        return copy;
    }

    /// <inheritdoc cref="TicketedCompletion.Consume"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected Task? Consume(short token, out TResult? result)
    {
        var error = _completion.Consume(token, this);
        result = _result;
        _result = default;
        return error;
    }

    /// <inheritdoc cref="TicketedCompletion.ConsumeOfTwin"/>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected Task? ConsumeOfTwin(short token, out TResult? result)
    {
        var error = _completion.ConsumeOfTwin(token, this);
        result = _result;
        _result = default;
        return error;
    }

    /// <summary>Clears the state machine and its context, before the call completes.</summary>
    /// <param name="source">The builder's field that refers to this box.</param>
    protected abstract void Release(ref object? source);

    /// <summary>Gives the box back to its pool.</summary>
    protected abstract void Recycle();
}
