using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>
/// <para>
/// How a linked box is resumed. A box is linked if it is itself registered with the call that its machine awaits, and that call has a box of ours too. Otherwise a delegate with a state, and
/// <c>ExecutionContext.Run</c>, are between two boxes at each level. For linked boxes they are left out wherever nobody can see the difference.
/// </para>
/// <para>
/// <b>Where it runs.</b> In place exactly if <see cref="ContinuationPlacement.Run"/> allows it: the SynchronizationContext that the box captured is the current one, or there is neither; the stack
/// suffices; and the thread has no current task. This last condition is checked only at every eighth level. If it was true at the level below, it is true here: the machine below has run since then,
/// and no code that returns leaves a task behind as the current one. Everything else that resumes a box, be it the base library or the thread pool, begins at level 0 again. The stack is checked at
/// each level, because the frames of the machines below may have any size.
/// </para>
/// <para>
/// <b>In which context.</b> In the captured context. If that is the current one, <c>ExecutionContext.Run</c> would change nothing before the machine runs. Afterwards it would restore what the machine
/// has changed: the ExecutionContext, whose changes AsyncLocals are notified of, and the SynchronizationContext. The ExecutionContext is restored here, if it has changed. The SynchronizationContext
/// is left to the run below that isolates this one. That is the run of a box whose context was captured. It runs in <c>Run</c>, or as a work item of the thread pool, or was itself resumed in place by
/// such a box. Between here and there, only builders return, and only the handlers of an AsyncLocal's change are called. So before those handlers are called, both contexts are restored here. A box
/// whose flow was suppressed has no such run below it; it leaves nothing out.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    /// <summary>The level of a run that nothing has isolated: its changes to the ExecutionContext stay.</summary>
    private const int NotIsolated = int.MinValue;

    /// <summary>A power of two. The bits below it are 0 at a level that checks for a current task. They are also 0 in <see cref="NotIsolated"/>.</summary>
    private const int LevelsBetweenQuestions = 8;

    private static readonly Action<object?> s_moveNextUnderContext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext(); // its state is always a box

    /// <summary>How many boxes are below this one on the thread's stack in an unbroken chain, each of which resumed the next one in place. Written by the code that resumes this box.</summary>
    private int _level;

    /// <summary>Resumes the box that is its state: the base library's own delegate, if the base library knows our boxes, because then it queues the box itself, without a work item.</summary>
    internal static Action<object?> Resume
    {
        get
        {
#if NET8_0_OR_GREATER
            if (BaseLibraryAwait.IsSupported && AwaitProbe.MoveNextOfBaseLibraryBox is { } resume)
            {
                return resume;
            }
#endif
            return s_moveNextUnderContext;
        }
    }

    /// <summary>The level of this machine's run. Read by the machine's own thread, before the context is forgotten.</summary>
    protected int Level => _context is null ? NotIsolated : _level;

    /// <summary>Resumes this box, because the call that it is linked with has completed on this thread.</summary>
    /// <param name="level">The <see cref="Level"/> of the box that completed.</param>
    /// <param name="captured">The SynchronizationContext that the await captured; null if it captured none.</param>
    internal void ResumeAfter(int level, SynchronizationContext? captured)
    {
        var current = SynchronizationContext.Current;
        if ((captured is null ? ContinuationPlacement.IsNone(current) : ReferenceEquals(captured, current)) &&
            ((level & (LevelsBetweenQuestions - 1)) != 0 || Task.CurrentId is null) && ContinuationPlacement.HasSufficientStack)
        {
            ResumeInPlace(level, current);
        }
        else
        {
            ContinuationPlacement.Run(Resume, this, captured);
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "What escapes is thrown where nobody catches it.")]
    private void ResumeInPlace(int level, SynchronizationContext? current)
    {
        ExecutionContext? kept = null;
        try
        {
            var isIsolated = level != NotIsolated;
            _level = isIsolated ? level + 1 : 1;
            var context = _context;
            if (context is null)
            {
                MoveNext();
            }
            else if (isIsolated && ContextFlow.IsCurrent(context))
            {
                kept = context;
                MoveNext();
            }
            else
            {
                ContextFlow.Run(context, s_moveNext, this);
            }
        }
        catch (Exception exception)
        {
            UnhandledException.ThrowOnThreadPool(exception);
        }

        // By now the box may belong to another call.
        if (kept is not null && !ContextFlow.IsCurrent(kept))
        {
            Restore(kept, current);
        }
    }

    /// <summary>Restores both contexts in the same order as <c>ExecutionContext.Run</c>, so that handlers of an AsyncLocal's change see the SynchronizationContext restored, too.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and kept out of the frame of each level
    private static void Restore(ExecutionContext context, SynchronizationContext? synchronizationContext)
    {
        if (!ReferenceEquals(SynchronizationContext.Current, synchronizationContext))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        }

        ContextFlow.Restore(context);
    }
}
