using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Moves the result of a call into a task when the call completes. No other code can take the result, because no other code has the ValueTask.
/// </summary>
/// <typeparam name="TResult">The result's type.</typeparam>
/// <param name="box">The call's box. This object owns the box until <see cref="SetCompleted"/> takes the result.</param>
[StackTraceHidden]
internal sealed class TaskOfCall<TResult>(ValueTaskBox<TResult> box) : Relay
{
    // The base library's builder makes the task. So the task completes, fails and is cancelled like the default builder's task.
    private AsyncTaskMethodBuilder<TResult> _builder;

    /// <summary>The task; always the same object.</summary>
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
