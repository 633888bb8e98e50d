using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>
/// <para>
/// Resumes linked boxes. A linked box is registered, without a delegate, with the object that its machine awaits: the box of another call, or a promise of this
/// library. Other boxes are resumed through a delegate with a state, and through <c>ExecutionContext.Run</c>. Linked boxes need neither, as long as the program
/// cannot see the difference.
/// </para>
/// <para>
/// <b>Levels.</b> When a machine completes its call, it may resume the next box in place, so the next machine's run is above its own on the stack. The level of
/// a run is the number of runs below it that resumed each other in this way. All other code that resumes a box, such as the base library and the thread pool,
/// resumes it at level 0. Above a run that does not isolate (see below), levels begin at 1 again.
/// </para>
/// <para>
/// <b>Where a box runs.</b> It runs in place under three conditions. The current SynchronizationContext must be the captured one; if none was captured, none
/// may be current. The stack must suffice. The thread must have no current task. Otherwise, <see cref="ContinuationPlacement.Run"/> decides where the box runs.
/// It can run a box in place even if the thread has a current task. The stack is checked at each level, because the frames of the machines below may have any
/// size. The current task is checked only above every eighth level. At other levels, the answer from the level below is still right: since then only the
/// machine below has run, and code that returns leaves no current task behind.
/// </para>
/// <para>
/// <b>In which context.</b> A box runs in its captured ExecutionContext. If that is the current one, <c>ExecutionContext.Run</c> would change nothing before
/// the machine runs. Afterwards, it would restore what the machine has changed: the SynchronizationContext, and the ExecutionContext with a notification of
/// AsyncLocals. If only the SynchronizationContext has changed, a run further down the stack restores it: the next one that is in <c>ExecutionContext.Run</c>,
/// or is a work item of the thread pool. Until control is back there, only builders return, so no code can see the difference. If the ExecutionContext has
/// changed, a restore may call handlers of an AsyncLocal's change. So this class then restores both contexts, the SynchronizationContext first.
/// </para>
/// <para>
/// <b>Isolation.</b> A run isolates the runs above it if it restores the contexts that they change, or a run below does so before other code runs. The run of a
/// box with a captured context does that: it is in <c>ExecutionContext.Run</c>, is a work item of the thread pool, or was started in place by another such box.
/// The run of a box whose flow was suppressed does not. So if the box above such a run has a context, it runs in <c>ExecutionContext.Run</c>.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    /// <summary>
    /// The level of a run that does not isolate the runs above it: changes to the ExecutionContext stay. Also the level of code outside of machines.
    /// </summary>
    internal const int NotIsolated = int.MinValue;

    /// <summary>
    /// A power of two. A box checks for a current task if the level of the run below is a multiple of this number. <see cref="NotIsolated"/> is a multiple, so
    /// a box above such a run always checks.
    /// </summary>
    private const int LevelsBetweenQuestions = 8;

    private static readonly Action<object?> s_moveNextUnderContext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext(); // its state is always a box

    /// <summary>
    /// The number of runs below this box's run that resumed each other in place. Counted from 1 again above a run that does not isolate. Written by the code
    /// that resumes this box.
    /// </summary>
    private int _level;

    /// <summary>
    /// Resumes the box that it gets as its state. If the base library knows our boxes, this is the base library's own delegate, and queues contain the box
    /// itself instead of a work item.
    /// </summary>
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

    /// <summary>The level of this machine's run. Read by the machine's own thread, before the context is cleared.</summary>
    protected int Level => _context is null ? NotIsolated : _level;

    /// <summary>Resumes this box after the call that it is linked with has completed on this thread.</summary>
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

    /// <summary>Restores both contexts in the order of <c>ExecutionContext.Run</c>, so that the SynchronizationContext is restored before handlers of an AsyncLocal's change run.</summary>
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
