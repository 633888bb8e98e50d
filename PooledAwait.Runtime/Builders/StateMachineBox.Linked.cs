using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <content>
/// <para>
/// Resumes linked boxes. A linked box is registered, without a delegate, with the object that its machine awaits: the box of another call, or a promise of this
/// library. Other boxes are resumed through a delegate with a state, and through <c>ExecutionContext.Run</c>. A linked box needs neither the delegate nor
/// <c>ExecutionContext.Run</c>, unless the program could see the difference.
/// </para>
/// <para>
/// <b>The loop.</b> <see cref="Run"/> runs machines in a loop. If a machine completes its call, and the caller is a linked box, the completing code does not
/// resume the caller. It leaves the caller to the loop (<see cref="Next"/>), which then runs the caller's machine. So a chain of calls takes no more stack than
/// one call.
/// </para>
/// <para>
/// <b>Where a box runs.</b> The loop runs a caller's box under three conditions. The current SynchronizationContext must be the captured one. (If the await
/// captured no SynchronizationContext, none may be current.) The stack must suffice. The thread must have no current task. If a condition is not met,
/// <see cref="ContinuationPlacement.Run"/> decides where the box runs. That method can run a box in place even if the thread has a current task. The loop
/// checks the stack and the task only for the first caller. For each later caller, both checks would have the same outcome. The loop's stack does not grow. The
/// loop runs only machines, and no machine leaves a current task behind when it returns.
/// </para>
/// <para>
/// <b>In which context.</b> A box runs in its captured ExecutionContext. If that context is the current one, the loop can run the box without
/// <c>ExecutionContext.Run</c>, which would change nothing before the machine runs. After the machine has run, <c>ExecutionContext.Run</c> would restore the
/// SynchronizationContext and the ExecutionContext if the machine has changed them, and would notify AsyncLocals. If only the SynchronizationContext has
/// changed, the loop does not restore it. Code further down the stack restores it: the nearest <c>ExecutionContext.Run</c>, or the thread pool's code after a
/// work item. Until control is back in that code, only methods of builders and completed machines return. So no user code can see the difference. If the
/// ExecutionContext has changed, restoring it may call the change handler of an AsyncLocal, which is user code. So in this case, the loop itself restores both
/// contexts at its end, the SynchronizationContext first. All callers that have a captured context, and that a loop runs without <c>ExecutionContext.Run</c>,
/// have the same two contexts. So the loop remembers only these two. A handler may change the ExecutionContext again. If each of these callers ran in its own
/// <c>ExecutionContext.Run</c>, there would be one restore for each caller. The next restore would undo the handler's change. So the loop repeats the restore
/// as long as handlers change the ExecutionContext, but restores at most once for each of these callers.
/// </para>
/// <para>
/// <b>Isolation.</b> The loop runs one box after the other, and each run may change the current contexts. After the run of a box with a captured context,
/// some code restores the contexts, and the later runs of the loop come before that restore. So the restore also undoes the changes that the later runs make,
/// before other code runs. We say that the run isolates the later runs. <c>ExecutionContext.Run</c> makes the restore if the run is in it, and the thread pool
/// makes it if the run is a work item. Otherwise the loop or code further down the stack makes it, as described above. If the flow of the ExecutionContext was
/// suppressed at the suspension, the box has no captured context, and its run does not isolate. So after such a run, a box that has a captured context runs in
/// <c>ExecutionContext.Run</c>.
/// </para>
/// </content>
internal abstract partial class StateMachineBox
{
    // The state of this delegate is always a box.
    private static readonly Action<object?> s_moveNextUnderContext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNextUnderContext();

    /// <summary>
    /// Leads to the <see cref="Next"/> of the loop that runs this box. That struct is in the loop's stack frame, and this field holds the lower 32 bits of the
    /// struct's address; 0 while no loop runs the box. The loop writes the field before each run. A suspension and the end of the call clear the field, while
    /// the running thread still owns the box. A whole address would make many boxes 8 B larger.
    /// </summary>
    private protected int _next;

    /// <summary>
    /// Resumes a box, which is this delegate's state. If the base library recognises our boxes, this is the base library's own delegate. Then the thread pool's
    /// queue contains the box itself, not a work item for the delegate.
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

    /// <summary>
    /// Runs the machine. If the machine completes its call, and the caller is linked, this method next runs the caller's machine, and so on. If a caller must
    /// run elsewhere, or in another context, this method passes the caller to <see cref="ResumeAfter"/>, and ends.
    /// </summary>
    /// <remarks>
    /// If the box has a captured context, that context must be current when this method is called. In that case, the calling code also restores the contexts
    /// afterwards.
    /// </remarks>
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

                box._next = (int)(nint)Unsafe.AsPointer(ref next);
                box.MoveNext();

                // The code below must not touch the box, which may already belong to another call.
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
            next.Caller?.ResumeAfter(next.Captured); // the caller is null, unless code after the machine's completion has thrown
        }

        for (; restores > 0 && !ContextFlow.IsCurrent(kept!); restores--)
        {
            Restore(kept!, current);
        }
    }

    /// <summary>Resumes this box. The operation that the box is linked with has just completed on this thread, and no loop can run the box.</summary>
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

    /// <summary>
    /// Restores both contexts in the order of <c>ExecutionContext.Run</c>. The SynchronizationContext comes first, because restoring the ExecutionContext may
    /// call handlers of AsyncLocals.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and kept out of the frame of the loop
    private static void Restore(ExecutionContext context, SynchronizationContext? synchronizationContext)
    {
        if (!ReferenceEquals(SynchronizationContext.Current, synchronizationContext))
        {
            SynchronizationContext.SetSynchronizationContext(synchronizationContext);
        }

        ContextFlow.Restore(context);
    }

    /// <summary>Holds the caller that a completing machine leaves to its loop. This struct is in the loop's stack frame.</summary>
    internal struct Next
    {
        /// <summary>The caller's box; null if the machine has left no caller to the loop.</summary>
        public StateMachineBox? Caller;

        /// <summary>The SynchronizationContext that the caller's await captured; null if it captured none.</summary>
        public SynchronizationContext? Captured;

        /// <summary>Leaves a caller to the loop that runs a machine.</summary>
        /// <param name="next">The <see cref="_next"/> of the box whose machine completes.</param>
        /// <param name="caller">The caller's box.</param>
        /// <param name="captured">The SynchronizationContext that the caller's await captured; null if it captured none.</param>
        /// <returns>False if no loop runs the machine, or if the address is too far from this method's stack frame.</returns>
        /// <remarks>
        /// If an awaiter invokes its continuation twice, against its contract, two threads may run one machine at the same time. Then the address may belong to
        /// the other thread's loop. So this method uses the address only if the address is a little above this method's stack frame. The frames of this
        /// thread's own machine and loop are in that range, so the lower bits are enough to find the address.
        /// </remarks>
        public static unsafe bool TryLeave(int next, StateMachineBox caller, SynchronizationContext? captured)
        {
            const int MaximumDistance = 1 << 16;

            byte here;
            var distance = (uint)(next - (int)(nint)(&here));
            if (next == 0 || distance > MaximumDistance)
            {
                return false;
            }

            ref var place = ref Unsafe.AsRef<Next>(&here + distance);
            place.Caller = caller;
            place.Captured = captured;
            return true;
        }
    }
}
