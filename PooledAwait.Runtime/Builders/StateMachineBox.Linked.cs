using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>
/// <para>
/// Resumes linked boxes. A linked box is registered, without a delegate, with the object that its machine awaits: the box of another call, or a promise of this
/// library. At each level, other boxes are resumed through a delegate with a state, and through <c>ExecutionContext.Run</c>. Linked boxes need neither, as long
/// as the program cannot see the difference.
/// </para>
/// <para>
/// <b>Where a box runs.</b> It runs in place under the conditions of <see cref="ContinuationPlacement.Run"/>. The current SynchronizationContext must be the
/// captured one; if none was captured, none may be current. The stack must suffice. The thread must have no current task. This last condition is checked only
/// at every eighth level of boxes that resume each other. If it was true at the level below, it is still true: since then only the machine below has run, and
/// code that returns leaves no current task behind. All other code that resumes a box, such as the base library and the thread pool, begins at level 0 again.
/// The stack is checked at each level, because the frames of the machines below may have any size.
/// </para>
/// <para>
/// <b>In which context.</b> A box runs in its captured context. If that is the current one, <c>ExecutionContext.Run</c> would change nothing before the machine
/// runs. Afterwards, it would restore what the machine has changed: the SynchronizationContext, and the ExecutionContext with a notification of AsyncLocals. If
/// only the SynchronizationContext has changed, a run further down the stack restores it: the next one that isolates the runs above it. That run belongs to a
/// box with a captured context. It is in <c>ExecutionContext.Run</c>, is a work item of the thread pool, or was started in place by another such box. Until
/// control is back there, only builders return, so no code can see the difference. If the ExecutionContext has changed, a restore may call handlers of an
/// AsyncLocal's change. So this class then restores both contexts, the SynchronizationContext first. A box whose flow was suppressed does not isolate the run
/// above it. So if the box above has a context, it runs in <c>ExecutionContext.Run</c>.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    /// <summary>The level of a run that is not isolated: its changes to the ExecutionContext stay.</summary>
    internal const int NotIsolated = int.MinValue;

    /// <summary>
    /// A power of two. A box checks for a current task if the level of the box below is a multiple of this number. <see cref="NotIsolated"/> is a multiple, so
    /// a box above such a run always checks.
    /// </summary>
    private const int LevelsBetweenQuestions = 8;

    private static readonly Action<object?> s_moveNextUnderContext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext(); // its state is always a box

    /// <summary>The number of boxes directly below this one on the thread's stack, each of which resumed the next one in place. Written by the code that resumes this box.</summary>
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
