using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>
/// <para>
/// How a linked box is resumed: one that is itself what is registered with the call that its machine awaits, where that call has a box of ours too. What stands between two boxes
/// otherwise, a delegate with a state and <c>ExecutionContext.Run</c> at each level, is left out where nobody can see it.
/// </para>
/// <para>
/// <b>Where it runs.</b> In place exactly where <see cref="ContinuationPlacement.Run"/> lets it: the SynchronizationContext that it captured is the current one, or neither is there, the stack suffices, and no task is the
/// thread's current one. The last is asked at each eighth level only. Where it held at the level below it holds here: the machine below has run since, and no code that returns leaves a task behind as the current
/// one; whoever else resumes a box, be it the base library or the thread pool, begins at level 0 again. The stack is asked about at each level, since the frames of the machines below may be of any size.
/// </para>
/// <para>
/// <b>In which context.</b> In the captured one. Where that is the current one, <c>ExecutionContext.Run</c> would change nothing before, and afterwards put back what the machine has changed: the ExecutionContext, whose
/// changes AsyncLocals are told of, and the SynchronizationContext. The one is done here, where it has changed. The other is left to the run below that isolates this one: of a box whose context was captured, which runs in
/// <c>Run</c>, as a work item of the thread pool, or in place of such a box. From here to there nothing but builders returns, and who is told of an AsyncLocal's change: so before that both are done here. A box whose flow was suppressed
/// has no such run below it; it leaves nothing out.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    /// <summary>The level of a run that nobody has isolated: what it changes of the ExecutionContext stays.</summary>
    private const int NotIsolated = int.MinValue;

    /// <summary>A power of two. The bits below it are 0 at a level that asks; so they are at <see cref="NotIsolated"/>.</summary>
    private const int LevelsBetweenQuestions = 8;

    private static readonly Action<object?> s_moveNextUnderContext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext(); // it is given nothing else

    /// <summary>How many boxes below this one on the thread's stack were resumed each in place by the next; written by whoever resumes it.</summary>
    private int _level;

    /// <summary>Resumes the box that is its state: the base library's own delegate, where it knows our boxes, since what it queues then is the box, without a work item.</summary>
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

    /// <summary>That of the run of this machine. Asked by the machine's own thread while the context is not yet forgotten.</summary>
    protected int Level => _context is null ? NotIsolated : _level;

    /// <summary>Resumes this box, since the call has completed on this thread that it is linked with.</summary>
    /// <param name="level">The <see cref="Level"/> of the box that completed.</param>
    /// <param name="captured">The SynchronizationContext that the await captured; null where it captured none.</param>
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

        // The box may be another call's by now.
        if (kept is not null && !ContextFlow.IsCurrent(kept))
        {
            Restore(kept, current);
        }
    }

    /// <summary>Puts both contexts back in the order in which <c>ExecutionContext.Run</c> does: who is told of an AsyncLocal's change sees the other one, too.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and no part of the frame of each level
    private static void Restore(ExecutionContext context, SynchronizationContext? synchronizationContext)
    {
        if (!ReferenceEquals(SynchronizationContext.Current, synchronizationContext))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        }

        ContextFlow.Restore(context);
    }
}
