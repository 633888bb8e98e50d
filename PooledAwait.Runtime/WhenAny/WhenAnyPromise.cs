#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Numerics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Waits for the first of up to four tasks. Contains the slots that are registered with the tasks, and records who may still touch the promise.</summary>
/// <remarks>
/// <para>
/// <b>Reuse.</b> One word says who still holds the promise: a bit for each slot whose callback may come, one for the thread that registers, and one for the consumer of an awaited result. All bits are
/// set before the first registration publishes the promise. Each holder clears its own bit as the last thing it does, by an interlocked operation unless it is the only holder left. So exactly one
/// of them sees the last bit go, and recycles the promise. Nobody else will use a reference to the promise then. A further bit, Won, is set once, by the slot or the registering thread that
/// decides the result.
/// </para>
/// <para>
/// <b>Losers.</b> The callbacks of losers can be removed only after all registrations are over and there is a winner. Whichever of the two comes second removes them: the winning slot if registering
/// is over, otherwise the registering thread. For each slot that is still held, the remover looks at the task. There are three cases. If the task has not completed even after the removal, the
/// callback never comes, and the remover clears the slot's bit. (A task publishes its completion first. Then it takes its continuations by an exchange of the field that removal writes by
/// compare-and-swap, or under the lock of the list from which removal removes. So if the task had taken the callback before the removal, the remover would have seen the completion.) If the task
/// completed before the removal, the callback is coming, and clears its bit itself. If the task completed during the removal, the callback may or may not come, and the bit stays. If the callback does
/// not come, the promise is never recycled; nothing refers to it any more, and the garbage collector takes it.
/// </para>
/// <para>
/// <b>Slots.</b> Each slot has its own delegate over its own method, which identifies the slot's task. A task that is given more than once has only one slot, because all delegates of a task
/// except the first would run on the thread pool.
/// </para>
/// <para>
/// <b>Memory ordering.</b> The registration (an interlocked operation or a lock) publishes what the registering thread wrote before it, and the task that invokes the delegate acquires it. A slot
/// reads its task before it tries to win, and only a holder that has seen Won forgets the tasks. A slot that does not win ignores what it read. The holder that recycles has seen all other bits
/// cleared, by its own interlocked operation or by an acquiring read. So everything that the others did happens before the recycling.
/// </para>
/// </remarks>
[StackTraceHidden]
internal abstract class WhenAnyPromise
{
    private const int MaximumSlots = 4;
    private const int AllSlots = (1 << MaximumSlots) - 1;
    private const int Won = AllSlots + 1;
    private const int Registering = Won << 1;

    /// <summary>The consumer of an awaited result has not taken it yet.</summary>
    protected const int Consuming = Won << 2;

    private int _state;

    private Slots<Task?> _tasks;

    /// <summary>Each callback is made when its slot is first used, and kept as long as the promise.</summary>
    private Slots<Action?> _callbacks;

    /// <summary>
    /// Registers with each task. From here on, the promise belongs to everybody who has a bit. <paramref name="holders"/> are the bits of all holders except this method and the slots.
    /// </summary>
    protected void Register(Task task1, Task task2, Task? task3, Task? task4, int holders)
    {
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
        _state = all | holders | Registering;

        var registered = 0;
        while (TaskContinuations.TryAdd(_tasks[registered]!, _callbacks[registered] ?? CreateCallback(registered), addBeforeOthers: false))
        {
            registered++;
            if (registered == slots)
            {
                var observed = Interlocked.CompareExchange(ref _state, all | holders, all | holders | Registering);
                if (observed != (all | holders | Registering))
                {
                    EndRegistering(refusedBy: null, unregistered: 0);
                }

                return;
            }
        }

        EndRegistering(refusedBy: _tasks[registered], unregistered: all & -(1 << registered));
    }

    /// <summary>Ends registering if a task completed while the promise was being registered.</summary>
    /// <param name="refusedBy">
    /// The task that had already completed when the promise came to register with it; null if all slots were registered. In the latter case, one of the slots has won already,
    /// because nobody changes the word before Won is set.
    /// </param>
    /// <param name="unregistered">The slots that were not registered.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void EndRegistering(Task? refusedBy, int unregistered)
    {
        int observed;
        do
        {
            observed = Volatile.Read(ref _state);
        }
        while (Interlocked.CompareExchange(ref _state, (observed & ~unregistered) | Won, observed) != observed);

        var held = RemoveLosers(Registering);
        if ((observed & Won) == 0)
        {
            Complete(refusedBy!, held);
        }
        else if (Release(held))
        {
            Recycle();
        }
    }

    private void OnCompleted(int slot)
    {
        var own = 1 << slot;
        var task = _tasks[slot];
        var observed = Volatile.Read(ref _state);
        while ((observed & Won) == 0)
        {
            var before = Interlocked.CompareExchange(ref _state, observed | Won, observed);
            if (before == observed)
            {
                Complete(task!, (observed & Registering) != 0 ? own : RemoveLosers(own));
                return;
            }

            observed = before;
        }

        if (Release(own))
        {
            Recycle();
        }
    }

    /// <summary>Removes the callbacks from tasks that have not completed, and clears the references to all tasks.</summary>
    /// <param name="held">The bits of the caller, which is not a loser.</param>
    /// <returns>These bits, and the bits of the slots whose callback can never come any more. The caller has to clear all of them.</returns>
    private int RemoveLosers(int held)
    {
        for (var losers = Volatile.Read(ref _state) & AllSlots & ~held; losers != 0; losers &= losers - 1)
        {
            var slot = BitOperations.TrailingZeroCount(losers);
            var task = _tasks[slot]!;
            if (!task.IsCompleted)
            {
                TaskContinuations.Remove(task, _callbacks[slot]!);
                if (!task.IsCompleted)
                {
                    held |= 1 << slot;
                }
            }
        }

        _tasks = default;
        return held;
    }

    /// <summary>
    /// Clears bits: the caller's own, and those of slots that it removed. Afterwards the caller must not touch the promise, unless it was the last holder.
    /// </summary>
    /// <returns>True if nobody holds the promise any more; then the caller recycles it.</returns>
    protected bool Release(int bits)
    {
        // If nobody else holds the promise, nobody else writes the word.
        return (Volatile.Read(ref _state) & ~(bits | Won)) == 0 || (Interlocked.Add(ref _state, -bits) & ~Won) == 0;
    }

    /// <summary>
    /// Clears the caller's bits, without an interlocked operation if the consumer will be the last holder. The consumer cannot get the result before the caller publishes it, which also publishes
    /// this write.
    /// </summary>
    protected void ReleaseToConsumer(int bits)
    {
        if (Volatile.Read(ref _state) == (bits | Won | Consuming))
        {
            _state = Won | Consuming;
        }
        else
        {
            Interlocked.Add(ref _state, -bits);
        }
    }

    /// <summary>Passes on the result. Called once, by the holder that set Won.</summary>
    /// <param name="winner">The task that won.</param>
    /// <param name="held">The bits to clear with <see cref="Release"/>, before any code runs that is not this library's.</param>
    protected abstract void Complete(Task winner, int held);

    /// <summary>Gives the promise back to its pool.</summary>
    protected abstract void Recycle();

    [MethodImpl(MethodImplOptions.NoInlining)] // once for each slot of a promise
    private Action CreateCallback(int slot)
    {
        Action callback = slot switch
        {
            0 => () => OnCompleted(0),
            1 => () => OnCompleted(1),
            2 => () => OnCompleted(2),
            _ => () => OnCompleted(3),
        };
        return _callbacks[slot] = callback;
    }

    [InlineArray(MaximumSlots)]
    private struct Slots<T>
    {
        private T _first;
    }
}
#endif
