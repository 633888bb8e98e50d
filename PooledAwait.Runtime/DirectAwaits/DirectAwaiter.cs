#if NET8_0_OR_GREATER
using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>Awaits the call of a twin that has no result; woven code makes it. The box of the caller is linked with that of the call, and nothing stands between the two.</summary>
/// <remarks>
/// <para>
/// It is what the ValueTask of the call holds, taken apart once. A twin returns a ValueTask over one of our boxes, over a task, or over what it completed with at once; the first has a token, which is not 0, and
/// the last no source. So no question needs a cast or an interface.
/// </para>
/// <para>Where the base library does not let itself be looked at (<see cref="ValueTaskSource.IsKnown"/>), a call that has not completed gets a task.</para>
/// <para>An instance belongs to one await and is not thread-safe, as any awaiter.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct DirectAwaiter : IDirectAwaiter
{
    /// <summary>A box or a task; null where the call completed at once.</summary>
    private object? _source;

    /// <summary>That of the box; 0 where the source is none.</summary>
    private short _token;

    private bool _continueOnCapturedContext;

    /// <summary>Makes the awaiter of a call where it will stay: a copy of it would take stack.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    internal static void Of(ref ValueTask call, bool continueOnCapturedContext, out DirectAwaiter awaiter)
    {
        Unsafe.SkipInit(out awaiter);
        awaiter._source = ValueTaskSource.OfTwin(ref call, out awaiter._token);
        awaiter._continueOnCapturedContext = continueOnCapturedContext;
    }

    /// <summary>Whether the call has completed.</summary>
    public readonly bool IsCompleted
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var source = _source;
            return source is null || (_token != 0 ? Box(source).IsCompleted(_token) : Task(source).IsCompleted);
        }
    }

    private readonly ValueTask Call => _token != 0 ? new(Box(_source!), _token) : new(Task(_source!));

    /// <summary>Ends the await; the call goes back to its pool, and throws what it failed with.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void GetResult()
    {
        var source = _source;
        if (source is null)
        {
            return;
        }

        if (_token != 0)
        {
            Box(source).GetResultOfTwin(_token);
        }
        else
        {
            ThrowIfFailed(Task(source));
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // as a part of the caller it would take stack there
    private static void ThrowIfFailed(Task task) => task.GetAwaiter().GetResult();

    /// <summary>Has an action invoked when the call completes, in the ExecutionContext that is current now.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void OnCompleted(Action continuation) => Call.ConfigureAwait(_continueOnCapturedContext).GetAwaiter().OnCompleted(continuation);

    /// <summary>Has an action invoked when the call completes.</summary>
    /// <param name="continuation">The action.</param>
    public readonly void UnsafeOnCompleted(Action continuation) => Call.ConfigureAwait(_continueOnCapturedContext).GetAwaiter().UnsafeOnCompleted(continuation);

    readonly void IDirectAwaiter.Await(StateMachineBox caller)
    {
        if (_token == 0)
        {
            caller.AwaitTask(Task(_source!), _continueOnCapturedContext);
        }
        else if (!Box(_source!).TryLink(caller, _token, _continueOnCapturedContext))
        {
            // It has completed in the meantime, or its callers go on where a TaskScheduler says.
            var flags = _continueOnCapturedContext ? ValueTaskSourceOnCompletedFlags.UseSchedulingContext : ValueTaskSourceOnCompletedFlags.None;
            Box(_source!).OnCompleted(StateMachineBox.Resume, caller, _token, flags);
        }
    }

    // There is nothing else that the source of a twin could be.

    private static ValueTaskBox<VoidResult> Box(object source) => Unsafe.As<ValueTaskBox<VoidResult>>(source);

    private static Task Task(object source) => Unsafe.As<Task>(source);
}
#endif
