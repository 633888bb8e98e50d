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
/// <b>The loop.</b> <see cref="Run"/> runs a machine. If the machine completes its call, and the caller is a linked box, the completing code does not resume the
/// caller. It leaves the caller to the loop (<see cref="Next"/>), and the loop runs the caller's machine next. So a chain of calls takes the stack of one.
/// </para>
/// <para>
/// <b>Where a box runs.</b> The loop runs it under three conditions. The current SynchronizationContext must be the captured one; if none was captured, none may
/// be current. The stack must suffice. The thread must have no current task. Otherwise, <see cref="ContinuationPlacement.Run"/> decides where the box runs. It
/// can run a box in place even if the thread has a current task. The loop checks the stack and the task only once: its stack does not grow, and after the check
/// only machines run, which leave no current task behind when they return.
/// </para>
/// <para>
/// <b>In which context.</b> A box runs in its captured ExecutionContext. If that is the current one, <c>ExecutionContext.Run</c> would change nothing before
/// the machine runs. Afterwards, it would restore what the machine has changed: the SynchronizationContext, and the ExecutionContext with a notification of
/// AsyncLocals. If only the SynchronizationContext has changed, a run further down the stack restores it: the next one that is in <c>ExecutionContext.Run</c>,
/// or is a work item of the thread pool. Until control is back there, only builders return, so no code can see the difference. If the ExecutionContext has
/// changed, a restore may call handlers of an AsyncLocal's change. So the loop then restores both contexts at its end, the SynchronizationContext first. All
/// boxes that a loop runs in this way have the same contexts, so it need not remember more than one. A handler may change the ExecutionContext again. Then each
/// box's run would have restored it once more, so the loop restores up to as many times.
/// </para>
/// <para>
/// <b>Isolation.</b> A run isolates the next ones if it restores the contexts that they change, or a run below does so before other code runs. The run of a box
/// with a captured context does that: it is in <c>ExecutionContext.Run</c>, is a work item of the thread pool, or the loop restores. The run of a box whose flow
/// was suppressed does not. So if the box after such a run has a context, it runs in <c>ExecutionContext.Run</c>.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    private static readonly Action<object?> s_moveNextUnderContext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext(); // its state is always a box

    /// <summary>
    /// The address of the <see cref="Next"/> in the stack frame of the loop that runs this box; 0 while no loop runs it. The loop writes it before each run. A
    /// suspension and the end of the call clear it, while the running thread still owns the box.
    /// </summary>
    private protected nint _next;

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

    /// <summary>Runs the machine, and after it the callers that it and they complete, as long as these may run here in the same context.</summary>
    /// <remarks>If the box has a captured context, that context is current, and the code that calls this method restores it.</remarks>
    [SuppressMessage("Design", "CA1031", Justification = "What escapes is thrown where nobody catches it.")]
    private unsafe void Run()
    {
        Next next = default;
        var box = this;
        var isIsolated = _context is not null;
        var hasCaller = false;
        ExecutionContext? kept = null;
        SynchronizationContext? current = null;
        var restores = 0;
        try
        {
            while (true)
            {
                if (PoolSwitches.AreBoxesChecked)
                {
                    IdleBoxes.ThrowIfIdle(box);
                }

                box._next = (nint)Unsafe.AsPointer(ref next);
                box.MoveNext();

                // By now the box may belong to another call.
                if (next.Caller is not { } caller)
                {
                    break;
                }

                var captured = next.Captured;
                next = default;
                var now = SynchronizationContext.Current;
                if ((captured is null ? ContinuationPlacement.IsNone(now) : ReferenceEquals(captured, now)) &&
                    (hasCaller || (Task.CurrentId is null && ContinuationPlacement.HasSufficientStack)))
                {
                    hasCaller = true;
                    box = caller;
                    if (caller._context is not { } context)
                    {
                        isIsolated = false;
                        continue;
                    }

                    if (isIsolated && ContextFlow.IsCurrent(context) && (restores == 0 || (ReferenceEquals(kept, context) && ReferenceEquals(current, now))))
                    {
                        kept = context;
                        current = now;
                        restores++;
                        continue;
                    }
                }

                hasCaller = true;
                caller.ResumeAfter(captured);
                break;
            }
        }
        catch (Exception exception) when (hasCaller)
        {
            UnhandledException.ThrowOnThreadPool(exception);
        }
        finally
        {
            next.Caller?.ResumeAfter(next.Captured); // only if code after the machine's completion has thrown
        }

        for (; restores > 0 && !ContextFlow.IsCurrent(kept!); restores--)
        {
            Restore(kept!, current);
        }
    }

    /// <summary>Resumes this box after the operation that it is linked with has completed on this thread, outside of a loop that could run the box.</summary>
    /// <param name="captured">The SynchronizationContext that the await captured; null if it captured none.</param>
    [SuppressMessage("Design", "CA1031", Justification = "What escapes is thrown where nobody catches it.")]
    internal void ResumeAfter(SynchronizationContext? captured)
    {
        var current = SynchronizationContext.Current;
        if ((captured is null ? ContinuationPlacement.IsNone(current) : ReferenceEquals(captured, current)) && Task.CurrentId is null && ContinuationPlacement.HasSufficientStack)
        {
            try
            {
                MoveNextUnderContext();
            }
            catch (Exception exception)
            {
                UnhandledException.ThrowOnThreadPool(exception);
            }
        }
        else
        {
            ContinuationPlacement.Run(Resume, this, captured);
        }
    }

    /// <summary>Restores both contexts in the order of <c>ExecutionContext.Run</c>, so that the SynchronizationContext is restored before handlers of an AsyncLocal's change run.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and kept out of the frame of the loop
    private static void Restore(ExecutionContext context, SynchronizationContext? synchronizationContext)
    {
        if (!ReferenceEquals(SynchronizationContext.Current, synchronizationContext))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        }

        ContextFlow.Restore(context);
    }

    /// <summary>The caller that a completing machine leaves to the loop that runs it. Lies in the loop's stack frame.</summary>
    internal struct Next
    {
        /// <summary>The caller's box; null if the machine has left none.</summary>
        public StateMachineBox? Caller;

        /// <summary>The SynchronizationContext that the caller's await captured; null if it captured none.</summary>
        public SynchronizationContext? Captured;

        /// <summary>Leaves a caller to the loop that runs a machine.</summary>
        /// <param name="next">The box's <see cref="_next"/>.</param>
        /// <param name="caller">The caller's box.</param>
        /// <param name="captured">The SynchronizationContext that the caller's await captured; null if it captured none.</param>
        /// <returns>False if no loop runs the machine.</returns>
        /// <remarks>
        /// If an awaiter invokes its continuation twice, against its contract, two threads may run one machine, and the address may be that of the other thread's
        /// loop. So only an address a little above this frame is used: there are the frames of the machine's run, and of the loop.
        /// </remarks>
        public static unsafe bool TryLeave(nint next, StateMachineBox caller, SynchronizationContext? captured)
        {
            const int MaximumDistance = 1 << 16;

            byte here;
            if ((nuint)(next - (nint)(&here)) > MaximumDistance)
            {
                return false;
            }

            ref var place = ref Unsafe.AsRef<Next>((void*)next);
            place.Caller = caller;
            place.Captured = captured;
            return true;
        }
    }
}
