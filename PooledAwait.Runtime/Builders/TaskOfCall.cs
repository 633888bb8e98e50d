using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Takes the result of a call for a task, as soon as there is one. Nobody else can take it, because the ValueTask is not handed out.</summary>
/// <typeparam name="TResult">The result's type.</typeparam>
/// <param name="box">The call's box. It belongs to nobody else until the result is taken.</param>
[StackTraceHidden]
internal sealed class TaskOfCall<TResult>(ValueTaskBox<TResult> box) : Relay
{
    // The base library's builder, so that the task fails, is cancelled and completes as the default builder's task does.
    private AsyncTaskMethodBuilder<TResult> _builder;

    /// <summary>The task; always the same one.</summary>
    public Task<TResult> Task => _builder.Task;

    /// <inheritdoc/>
    public override Task Target => Task;

    /// <inheritdoc/>
    public override void SetCompleted()
    {
        var error = box.Take(box.Token, out var result);
        if (error is null)
        {
            _builder.SetResult(result!);
        }
        else
        {
            _builder.SetException(error.IsCanceled ? Cancellation.Of(error) : error.Exception!.InnerException!);
        }
    }
}
