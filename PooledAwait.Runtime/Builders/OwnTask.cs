using System.ComponentModel;
using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>
/// Gives a caller that uses a ValueTask as its contract forbids one that allows it, as the default builder's does: woven code calls it behind the call.
/// The other callers of the same method have the pooled box.
/// </summary>
/// <remarks>
/// <para>
/// A call that is pooled gets a task, which completes where and when the default builder's would, with the same result or exception object; the box
/// goes back to its pool just before. What refers to anything else is returned as it is, untouched: the source of another library is asked nothing,
/// so a caller that misuses it gets what it always got.
/// </para>
/// <para>Thread-safe: there is no state.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class OwnTask
{
    /// <summary>A ValueTask that may be used in any way that one of the default builder may.</summary>
    /// <param name="call">What a method returned, of which nothing was asked yet.</param>
    public static ValueTask Of(ValueTask call)
    {
        if (!ValueTaskSource.IsKnown)
        {
            return call.IsCompletedSuccessfully ? call : new ValueTask(call.AsTask());
        }

        return ValueTaskSource.Of(ref call, out var token) is ValueTaskBox<VoidResult> box && box.Token == token
            ? new ValueTask(box.MoveToTask(token))
            : call;
    }

    /// <summary>A ValueTask that may be used in any way that one of the default builder may.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="call">What a method returned, of which nothing was asked yet.</param>
    public static ValueTask<TResult> Of<TResult>(ValueTask<TResult> call)
    {
        if (!ValueTaskSource.IsKnown)
        {
            return call.IsCompletedSuccessfully ? call : new ValueTask<TResult>(call.AsTask());
        }

        return ValueTaskSource.Of(ref call, out var token) is ValueTaskBox<TResult> box && box.Token == token
            ? new ValueTask<TResult>(box.MoveToTask(token))
            : call;
    }
}
