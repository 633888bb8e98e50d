using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Serves callers that misuse a ValueTask. A misuse is what the contract of ValueTask forbids, such as consuming the ValueTask twice. Woven code passes each
/// ValueTask of such a caller to this class. The caller then uses the ValueTask that this class returns. That ValueTask usually refers to a task, and allows
/// everything that the default builder's ValueTask allows. Other callers of the same method keep the pooled box.
/// </summary>
/// <remarks>
/// <para>
/// A pooled call gets a task. The task completes where and when the default builder's task would, with the same result or exception object. Just before the
/// task completes, the box goes back to its pool. If a method's callers need tasks again and again, its calls get the default builder's task in place of a box
/// (<see cref="PredictedTask"/>). A ValueTask that does not refer to one of our boxes is returned unchanged. This class calls no member of such a ValueTask's
/// source, so misuse has the same effect as without weaving. If the base library's ValueTask has unexpected fields, each call gets a task, unless the call
/// succeeded at once.
/// </para>
/// <para>The methods are thread-safe, because each thread has its own records of what callers need.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class OwnTask
{
    /// <summary>Returns a ValueTask that allows everything that the default builder's ValueTask allows.</summary>
    /// <param name="call">The ValueTask that a method returned. It must not have been used yet.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask Of(ValueTask call) => ValueTaskSource.IsKnown && ValueTaskSource.IsNoBox(in call) ? call : OfOther(call);

    /// <summary>Returns a ValueTask that allows everything that the default builder's ValueTask allows.</summary>
    /// <typeparam name="TResult">The result's type.</typeparam>
    /// <param name="call">The ValueTask that a method returned. It must not have been used yet.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask<TResult> Of<TResult>(ValueTask<TResult> call) => ValueTaskSource.IsKnown && ValueTaskSource.IsNoBox(in call) ? call : OfOther(call);

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: for callers that ask often, the default builder makes the tasks
    private static ValueTask OfOther(ValueTask call)
    {
        if (!ValueTaskSource.IsKnown)
        {
            return call.Preserve();
        }

        if (ValueTaskSource.Of(ref call, out var token) is not ValueTaskBox<VoidResult> box || box.Token != token)
        {
            return call;
        }

        box.LearnThatTaskIsAsked();
        return new ValueTask(box.MoveToTask(token));
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare, like the overload above
    private static ValueTask<TResult> OfOther<TResult>(ValueTask<TResult> call)
    {
        if (!ValueTaskSource.IsKnown)
        {
            return call.Preserve();
        }

        if (ValueTaskSource.Of(ref call, out var token) is not ValueTaskBox<TResult> box || box.Token != token)
        {
            return call;
        }

        box.LearnThatTaskIsAsked();
        return new ValueTask<TResult>(box.MoveToTask(token));
    }
}
