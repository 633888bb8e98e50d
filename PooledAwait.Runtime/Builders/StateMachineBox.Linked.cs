using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>
/// <para>
/// How a linked box is resumed: one that is itself what is registered with the call that its machine awaits, where that call has a box of ours too. What stands between two boxes
/// otherwise, a delegate with a state and <c>ExecutionContext.Run</c> at each level, is left out where nobody can see it.
/// </para>
/// <para>
/// <b>Where it runs.</b> In place exactly where <see cref="ContinuationPlacement.Run"/> lets it: the SynchronizationContext that it captured is the current one, or neither is there, no task is the
/// thread's current one, and the stack suffices. The last two are asked at each eighth level only. Where they held at the level below they hold here: the machine below has run since, and no code
/// that returns leaves a task behind as the current one; whoever else resumes a box, be it the base library or the thread pool, begins at level 0 again. The stack that suffices is 128 KB in a process of 64
/// bits, for eight machines.
/// </para>
/// <para>
/// <b>In which context.</b> In the captured one. <c>ExecutionContext.Run</c> would change nothing where that is the current one, but put back what the machine changes; so it may be left out where somebody
/// else does. A box whose context was captured runs in <c>Run</c>, as a work item of the thread pool, or in place of a box of which this holds: what is changed is put back where that run ends, and
/// from here to there nothing but builders returns. A box whose flow was suppressed has no such run below it; it leaves nothing out.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    /// <summary>The level of a run that nobody has isolated: what it changes of the ExecutionContext stays.</summary>
    private const int NotIsolated = int.MinValue;

    /// <summary>A power of two. The bits below it are 0 at a level that asks; so they are at <see cref="NotIsolated"/>.</summary>
    private const int LevelsBetweenQuestions = 8;

    private static readonly Action<object?> s_moveNextUnderContext = static box => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext(); // it is given nothing else

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
        if ((captured is null ? ContinuationPlacement.CurrentSynchronizationContext is null : ReferenceEquals(captured, SynchronizationContext.Current)) &&
            ((level & (LevelsBetweenQuestions - 1)) != 0 || (Task.CurrentId is null && ContinuationPlacement.HasSufficientStack)))
        {
            ResumeInPlace(level);
        }
        else
        {
            ContinuationPlacement.Run(Resume, this, captured);
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "What escapes is thrown where nobody catches it.")]
    private void ResumeInPlace(int level)
    {
        try
        {
            var isIsolated = level != NotIsolated;
            _level = isIsolated ? level + 1 : 1;
            var context = _context;
            if (context is null || (isIsolated && ReferenceEquals(context, ContextFlow.Capture())))
            {
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
    }
}
