using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Tests.Pooling;

/// <summary>
/// Runs threads that come and go. They rent boxes at random, and return their own boxes or those of other threads. Meanwhile, pools are trimmed and garbage is
/// collected.
/// </summary>
public sealed class PoolAttack(BarePool pool, int seed)
{
    private const int Generations = 3;
    private const int ThreadsAtOnce = 4;

    /// <summary>The mark of a box on its way from the thread that rented it to the thread that returns it.</summary>
    private const int OnItsWay = -1;

    private readonly ConcurrentQueue<MarkedBox> _onTheirWay = new();
    private readonly ConcurrentQueue<string> _faults = new();
    private long _rented;
    private long _returned;

    /// <summary>The number of threads that have a cache, including the last thread, which returns the remaining boxes.</summary>
    public const int Threads = Generations * ThreadsAtOnce + 1;

    public MarkedBox.Tally Boxes { get; } = new();

    public long Rented => _rented;

    public long Returned => _returned;

    public IEnumerable<string> Faults => _faults;

    /// <summary>Runs the attack. Returns when all boxes are returned and every thread has ended.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public void Run()
    {
        var stop = false;
        var trimmer = Start(() =>
        {
            var random = new Random(seed);
            while (!Volatile.Read(ref stop))
            {
                pool.Trim(everything: random.Next(2) == 0);
                if (random.Next(50) == 0)
                {
                    // A full collection is rare, because it walks the heap of the whole test run while all threads wait.
                    GC.Collect(random.Next(50) == 0 ? 2 : random.Next(2));
                }

                Thread.Yield();
            }
        });
        for (var generation = 0; generation < Generations; generation++)
        {
            var marks = Enumerable.Range(1 + generation * ThreadsAtOnce, ThreadsAtOnce);
            var threads = marks.Select(mark => Start(() => Work(mark, new Random(seed + mark)))).ToList();
            threads.ForEach(thread => thread.Join());
        }

        Volatile.Write(ref stop, true);
        trimmer.Join();
        Start(ReturnTheRest).Join();
    }

    private Thread Start(Action run)
    {
        var thread = new Thread(() =>
        {
            try
            {
                run();
            }
            catch (Exception exception)
            {
                _faults.Enqueue(exception.ToString());
            }
        })
        {
            IsBackground = true,
        };
        thread.UnsafeStart();
        return thread;
    }

    private void Work(int mark, Random random)
    {
        var cache = pool.CreateCache();
        var own = new Stack<MarkedBox>();
        for (var round = 0; round < 100; round++)
        {
            for (var rents = random.Next(100); rents > 0; rents--)
            {
                own.Push(Rent(cache, mark));
            }

            for (var passes = random.Next(50); passes > 0 && own.TryPop(out var box); passes--)
            {
                Pass(box, mark, OnItsWay);
                _onTheirWay.Enqueue(box);
            }

            for (var returns = random.Next(50); returns > 0 && _onTheirWay.TryDequeue(out var box); returns--)
            {
                Return(cache, box, OnItsWay);
            }

            for (var returns = random.Next(100); returns > 0 && own.TryPop(out var box); returns--)
            {
                Return(cache, box, mark);
            }
        }

        // Some threads return all their boxes before they end, and some leave boxes that other threads must return.
        var returnsAll = random.Next(2) == 0;
        foreach (var box in own)
        {
            if (returnsAll)
            {
                Return(cache, box, mark);
            }
            else
            {
                Pass(box, mark, OnItsWay);
                _onTheirWay.Enqueue(box);
            }
        }
    }

    private void ReturnTheRest()
    {
        var cache = pool.CreateCache();
        while (_onTheirWay.TryDequeue(out var box))
        {
            Return(cache, box, OnItsWay);
        }
    }

    private MarkedBox Rent(BarePool.Cache cache, int mark)
    {
        var box = (MarkedBox?)cache.Take() ?? new MarkedBox(Boxes);
        Interlocked.Increment(ref _rented);
        Pass(box, MarkedBox.Nobody, mark);
        return box;
    }

    private void Return(BarePool.Cache cache, MarkedBox box, int mark)
    {
        Pass(box, mark, MarkedBox.Nobody);
        Interlocked.Increment(ref _returned);
        cache.Put(box);
    }

    private void Pass(MarkedBox box, int from, int to)
    {
        if (!box.Pass(from, to))
        {
            _faults.Enqueue($"a box is in other hands than those of {from}");
        }
    }
}
