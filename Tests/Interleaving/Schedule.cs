namespace Tests.Interleaving;

/// <summary>
/// Runs several threads, one at a time, and switches between them only at points. Tries all orders of the threads' steps, one order after the other, up to a
/// given number of preemptions.
/// </summary>
/// <remarks>
/// A point is a call that a variant of PooledAwait.Runtime makes before each step that other threads can see. Most faults of concurrent code show with very few
/// preemptions (Musuvathi and Qadeer, <i>Iterative Context Bounding</i>, PLDI 2007).
/// <para>
/// Usually, other threads see a store at once. For a store by <see cref="StoreLater"/>, the schedule also tries the case that the store stays in the thread's
/// store buffer as long as possible, as on x86. The schedule tries no other reorderings by a processor.
/// </para>
/// </remarks>
public sealed class Schedule
{
    [ThreadStatic]
    private static Actor? t_actor;

    private readonly int _preemptions;

    /// <summary>For each point so far, the number of choices, and the choice that was made.</summary>
    private readonly List<Decision> _decisions = [];

    private Actor[] _actors = [];
    private int _points;
    private int _preempted;
    private int _delayed;

    private Schedule(int preemptions) => _preemptions = preemptions;

    /// <summary>Runs a scenario in every order.</summary>
    /// <param name="preemptions">How often the schedule may interrupt a thread that could continue.</param>
    /// <param name="scenario">Creates the threads' actions, and the check that runs when all threads have ended.</param>
    /// <returns>The number of orders.</returns>
    public static int Explore(int preemptions, Func<(Action[] Threads, Action Check)> scenario)
    {
        var schedule = new Schedule(preemptions);
        var orders = 0;
        do
        {
            var (threads, check) = scenario();
            schedule.Run(threads);
            check();
            orders++;
        }
        while (schedule.Next());

        return orders;
    }

    /// <summary>Lets the schedule switch to another thread before this thread's next step.</summary>
    public static void Point() => t_actor?.Schedule.Decide(t_actor, mustYield: false);

    /// <summary>Waits until another thread has made a step, because this thread cannot continue until then.</summary>
    public static void Wait() => t_actor?.Schedule.Decide(t_actor, mustYield: true);

    /// <summary>
    /// Makes a store that other threads see at once, or as late as possible: at this thread's next StoreLater or <see cref="Fence"/>. Until then, this thread
    /// must not read the stored value.
    /// </summary>
    public static void StoreLater(Action store)
    {
        Point();
        Fence();
        if (t_actor is { } actor && actor.Schedule.IsDelayed())
        {
            actor.Delayed = store;
        }
        else
        {
            store();
        }
    }

    /// <summary>Makes this thread's stores visible to all threads.</summary>
    public static void Fence() => t_actor?.Flush();

    /// <summary>Makes the stores of all threads visible to all threads.</summary>
    public static void FenceAll()
    {
        if (t_actor is { } actor)
        {
            Array.ForEach(actor.Schedule._actors, static each => each.Flush());
        }
    }

    private void Run(Action[] actions)
    {
        _points = 0;
        _preempted = 0;
        _delayed = 0;
        _actors = [.. actions.Select(action => new Actor(this, action))];
        Decide(current: null, mustYield: false);
        Array.ForEach(_actors, actor => actor.Join());
    }

    private void Decide(Actor? current, bool mustYield)
    {
        var running = current is { HasEnded: false } && !mustYield ? current : null;
        if (mustYield)
        {
            current!.IsWaiting = true;
        }
        else
        {
            Array.ForEach(_actors, static actor => actor.IsWaiting = false); // a thread has made a step, for which the others may have waited
        }

        // Waiting threads are not candidates. So if two threads wait for a third thread, the third thread runs.
        var candidates = _actors.Where(actor => !actor.HasEnded && !actor.IsWaiting).OrderBy(actor => actor != running).ToArray();
        if (candidates.Length == 0)
        {
            if (Array.TrueForAll(_actors, actor => actor.HasEnded || actor == current))
            {
                Array.ForEach(_actors, static actor => actor.Flush());
                return;
            }

            throw new InvalidOperationException("All threads wait for each other.");
        }

        var chosen = candidates[Choose(running is not null && _preempted == _preemptions ? 1 : candidates.Length)];
        if (running is not null && chosen != running)
        {
            _preempted++;
        }

        if (chosen != current)
        {
            chosen.Go();
            current?.Stop();
        }
    }

    /// <summary>Decides whether a store is delayed. The number of delayed stores has the same limit as the number of preemptions.</summary>
    private bool IsDelayed()
    {
        if (_delayed == _preemptions || Choose(2) == 0)
        {
            return false;
        }

        _delayed++;
        return true;
    }

    private int Choose(int candidates)
    {
        // If the collector empties a pool between two runs, the same decisions may lead to other steps. The schedule then forgets the decisions from this point
        // on, and tries all choices after this point again.
        if (_points < _decisions.Count && _decisions[_points].Candidates != candidates)
        {
            _decisions.RemoveRange(_points, _decisions.Count - _points);
        }

        if (_points == _decisions.Count)
        {
            _decisions.Add(new Decision(candidates));
        }

        return _decisions[_points++].Chosen;
    }

    /// <summary>Goes back to the last decision that has a choice left to try. Returns false if there is no such decision.</summary>
    private bool Next()
    {
        while (_decisions.Count > 0)
        {
            var last = _decisions[^1];
            if (++last.Chosen < last.Candidates)
            {
                return true;
            }

            _decisions.RemoveAt(_decisions.Count - 1);
        }

        return false;
    }

    private sealed class Decision(int candidates)
    {
        public readonly int Candidates = candidates;
        public int Chosen;
    }

    private sealed class Actor
    {
        private readonly Thread _thread;

        // Does not use a slim event. A slim event spins before it waits, and yields the processor to other processes while it spins. On a busy machine, each
        // switch of threads would take milliseconds.
        private readonly AutoResetEvent _turn = new(initialState: false);
        private Exception? _failure;

        public Actor(Schedule schedule, Action action)
        {
            Schedule = schedule;
            _thread = new Thread(() =>
            {
                _turn.WaitOne();
                t_actor = this;
                try
                {
                    action();
                }
                catch (Exception failure)
                {
                    _failure = failure;
                }

                HasEnded = true;
                schedule.Decide(this, mustYield: false);
            })
            {
                IsBackground = true,
            };
            _thread.Start();
        }

        public Schedule Schedule { get; }

        public bool HasEnded { get; private set; }

        /// <summary>True if the thread could not continue, and no other thread has made a step since then.</summary>
        public bool IsWaiting { get; set; }

        /// <summary>The thread's store that no other thread sees yet.</summary>
        public Action? Delayed { get; set; }

        public void Flush()
        {
            Delayed?.Invoke();
            Delayed = null;
        }

        public void Go() => _turn.Set();

        public void Stop()
        {
            if (!HasEnded)
            {
                _turn.WaitOne();
            }
        }

        public void Join()
        {
            _thread.Join();
            _turn.Dispose();
            if (_failure is not null)
            {
                throw new InvalidOperationException("A thread of the scenario failed.", _failure);
            }
        }
    }
}
