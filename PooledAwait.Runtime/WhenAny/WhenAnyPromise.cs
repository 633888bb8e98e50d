#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Waits for the first of up to four tasks. The promise itself is the continuation that is registered with each task. The promise records its holders, that is,
/// the users that may still touch the promise.
/// </summary>
/// <remarks>
/// <para>
/// <b>Reuse.</b> Each task has a slot in the promise. The promise has these holders (<see cref="Holders"/>): each slot whose task may still invoke the promise,
/// the thread that registers the promise, and the consumer of an awaited result.
/// </para>
/// <para>
/// <b>Losers.</b> When all registrations are over and a task has won, one thread, the remover, removes the promise from the losing tasks. If registering ended
/// before the win, the remover is the thread that completes the winning task. Otherwise the remover is the registering thread. For each slot whose bit is still
/// set, the remover reads whether the slot's task has completed. If not, the remover removes the promise from the task, and reads again. So there are three
/// cases. If the task has not completed even after the removal, it will never invoke the promise, and the remover clears the slot's bit. (A task publishes its
/// completion before it takes its continuations. Taking and removing exclude each other: both change one field by interlocked operations, or both hold the lock
/// of one list. So if the task had taken the promise before the removal, the remover would have seen the completion.) If the task completed before the removal,
/// it will invoke the promise, and this invocation clears the bit. If the task completed during the removal, it may or may not invoke the promise, so the bit
/// stays set. If that task never invokes the promise, the promise is never recycled. Then nothing refers to the promise any more, and the garbage collector
/// takes it.
/// </para>
/// <para>
/// <b>Slots.</b> The slot of a task is found by a comparison of references, so a task that is passed more than once has only one slot. The holder of a slot's
/// bit owns the slot's reference to the task. That holder clears the reference before it clears the bit. (If a slot was not registered, the registering thread
/// clears the bit first. But it clears the reference before it clears its own bit, <see cref="Holders.Starting"/>.) Other threads may read the reference at the
/// same time. They read the task or null, but never a task of another call.
/// </para>
/// <para>
/// <b>Memory ordering.</b> The registration (an interlocked operation or a lock) publishes what the registering thread wrote before. The task that invokes the
/// promise sees those writes.
/// </para>
/// </remarks>
[StackTraceHidden]
internal abstract class WhenAnyPromise
{
    private const int MaximumSlots = 4;
    private const int AllSlots = (1 << MaximumSlots) - 1;

    private Holders _holders;

    private Slots<Task?> _tasks;

    /// <summary>True if some tasks may belong to a <see cref="WhenAnyDelay"/>. Then <see cref="Forget"/> calls <see cref="WhenAnyDelay.Leave"/>.</summary>
    private bool _isTimed;

    /// <summary>
    /// True, as for the base library's promise, because completing this promise may run the awaiting code. So a task that must not run such code in place
    /// queues the promise.
    /// </summary>
    public bool InvokeMayRunArbitraryCode => true;

    /// <summary>
    /// Registers the promise with each task. Afterwards, the promise belongs to all its holders. <paramref name="holders"/> are the bits of all holders except
    /// the registering thread and the slots.
    /// </summary>
    protected void Register(Task task1, Task task2, Task? task3, Task? task4, int holders, bool isTimed = false)
    {
        _isTimed = isTimed;
        var slots = 1;
        _tasks[0] = task1;
        if (task2 != task1)
        {
            _tasks[slots++] = task2;
        }

        if (task3 is not null && task3 != task1 && task3 != task2)
        {
            _tasks[slots++] = task3;
        }

        if (task4 is not null && task4 != task1 && task4 != task2 && task4 != task3)
        {
            _tasks[slots++] = task4;
        }

        var all = (1 << slots) - 1;
        _holders.Set(all | holders | Holders.Starting);

        var registered = 0;
        while (TaskContinuations.TryAdd(_tasks[registered]!, this, addBeforeOthers: false))
        {
            registered++;
            if (registered == slots)
            {
                if (!_holders.TryEndStarting(all | holders))
                {
                    EndRegistering(refusedBy: null, unregistered: 0);
                }

                return;
            }
        }

        EndRegistering(refusedBy: _tasks[registered], unregistered: all & -(1 << registered));
    }

    /// <summary>Ends the registration if a task completed while the promise was being registered.</summary>
    /// <param name="refusedBy">
    /// The task that refused the promise, because the task had already completed; null if all slots were registered. If this parameter is null, the caller has
    /// found that the holders' bits had changed. The first change always sets Won, so a slot has already won, and this method does not use the null.
    /// </param>
    /// <param name="unregistered">The slots that were not registered.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndRegistering(Task? refusedBy, int unregistered)
    {
        var wins = _holders.TryWin(unregistered, out _);
        for (var slots = unregistered; slots != 0; slots &= slots - 1)
        {
            var slot = BitOperations.TrailingZeroCount(slots);
            Forget(slot, _tasks[slot]!);
        }

        var held = RemoveLosers(Holders.Starting);
        if (wins)
        {
            Complete(refusedBy!, held);
        }
        else if (Release(held))
        {
            Recycle();
        }
    }

    /// <summary>Called by each task on its completion, unless the promise was removed from the task before.</summary>
    /// <remarks>
    /// A task invokes the promise in place even if the thread has a SynchronizationContext or a TaskScheduler, or is running a task. So the promise's own
    /// completion decides where the consumer runs.
    /// </remarks>
    public void Invoke(Task completingTask)
    {
        var slot = SlotOf(completingTask);
        Forget(slot, completingTask);
        var own = 1 << slot;
        if (_holders.TryWin(out var observed))
        {
            Complete(completingTask, (observed & Holders.Starting) != 0 ? own : RemoveLosers(own));
        }
        else if (Release(own))
        {
            Recycle();
        }
    }

    /// <summary>Finds the slot of a task that invokes the promise. The slot's bit is still set, so the slot still refers to the task.</summary>
    private int SlotOf(Task task) => _tasks[0] == task ? 0 : _tasks[1] == task ? 1 : _tasks[2] == task ? 2 : 3;

    /// <summary>
    /// Clears the reference of a slot. If the task belongs to a delay, leaves the delay. Called at most once for each slot, by the holder of the slot's bit, or
    /// by the registering thread if the slot was not registered.
    /// </summary>
    private void Forget(int slot, Task task)
    {
        _tasks[slot] = null;
        if (_isTimed)
        {
            WhenAnyDelay.Leave(task);
        }
    }

    /// <summary>Removes the promise from tasks that have not completed.</summary>
    /// <param name="held">The bits of the caller, which is not a loser.</param>
    /// <returns>The bits of the caller, and the bits of the slots whose tasks will never invoke the promise. The caller must clear all these bits.</returns>
    private int RemoveLosers(int held)
    {
        for (var losers = _holders.Bits & AllSlots & ~held; losers != 0; losers &= losers - 1)
        {
            var slot = BitOperations.TrailingZeroCount(losers);
            if (_tasks[slot] is { IsCompleted: false } task)
            {
                if (TaskContinuations.Remove(task, this) && !task.IsCompleted)
                {
                    Forget(slot, task);
                    held |= 1 << slot;
                }
            }
        }

        return held;
    }

    /// <inheritdoc cref="Holders.Release"/>
    protected bool Release(int bits) => _holders.Release(bits);

    /// <inheritdoc cref="Holders.ReleaseToConsumer"/>
    protected void ReleaseToConsumer(int bits) => _holders.ReleaseToConsumer(bits);

    /// <summary>Completes the promise with its result. Called once, by the holder that set Won.</summary>
    /// <param name="winner">The task that won.</param>
    /// <param name="held">The bits to release, before any foreign code runs.</param>
    protected abstract void Complete(Task winner, int held);

    /// <summary>Gives the promise back to its pool.</summary>
    protected abstract void Recycle();

    [InlineArray(MaximumSlots)]
    private struct Slots<T>
    {
        private T _first;
    }
}
#endif
