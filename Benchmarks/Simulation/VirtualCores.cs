namespace Benchmarks.Simulation;

/// <summary>
/// Simulates cores that make calls without a pause, each with its own clock. The core whose clock is furthest behind acts next, so events happen in the
/// order of time.
/// </summary>
/// <remarks>
/// The pool decides where boxes are kept, and adds the costs of each rent and return. In addition, this class adds the cost of fetching a box that another core
/// wrote last. The random numbers are the same in each run.
/// </remarks>
internal sealed class VirtualCores
{
    private const int MostInFlight = 100;

    private readonly Pattern _pattern;
    private readonly int _cores;
    private readonly double _call;
    private readonly SimulatedPool _pool;
    private readonly PriorityQueue<int, double> _next = new();
    private readonly List<Queue<Call>> _inFlight = [];
    private readonly Random _random = new(Seed: 1);
    private double _now;
    private long _ended;
    private long _inUse;
    private long _mostIdle;

    private VirtualCores(Pattern pattern, int cores, double call, SimulatedPool pool)
    {
        _call = call;
        _pattern = pattern;
        _cores = cores;
        _pool = pool;
        for (var core = 0; core < cores; core++)
        {
            _inFlight.Add([]);
            _next.Enqueue(core, core); // not all cores begin at the same instant
        }
    }

    /// <param name="pattern">The pattern of the cores on which calls begin and end.</param>
    /// <param name="cores">The number of cores; two or more.</param>
    /// <param name="call">The nanoseconds of a call without its rent and return.</param>
    /// <param name="callsOfEach">The average number of measured calls that each core ends. Before them, the same number of calls fills the pool.</param>
    /// <param name="pool">The pool from which calls rent.</param>
    public static Outcome Run(Pattern pattern, int cores, double call, int callsOfEach, SimulatedPool pool) =>
        new VirtualCores(pattern, cores, call, pool).Run(callsOfEach);

    private Outcome Run(int callsOfEach)
    {
        var calls = (long)callsOfEach * _cores;
        RunUntil(calls);
        var (begin, exchanges, made) = (_now, _pool.Exchanges, _pool.Made);
        RunUntil(2 * calls);
        return new Outcome(
            Exchanges: (double)(_pool.Exchanges - exchanges) / calls,
            Efficiency(calls, _now - begin),
            Efficiency(calls, begin),
            made,
            _pool.Made - made,
            _mostIdle,
            _pool.MaximumIdle);
    }

    private double Efficiency(long calls, double time) => calls * (_call + 2 * Costs.OwnSlots) / (time * _cores);

    private void RunUntil(long calls)
    {
        while (_ended < calls)
        {
            _next.TryDequeue(out var core, out _now);
            Act(core);
            _next.Enqueue(core, _now);
        }
    }

    private void Act(int core)
    {
        var own = _inFlight[core];
        var endsOn = EndsOn(core);
        var begins = _pattern switch
        {
            Pattern.OneWay => core < _cores / 2 && _inFlight[endsOn].Count < MostInFlight,
            Pattern.ManyOnTheirCore => own.Count == 0 || (own.Count < MostInFlight && _random.Next(2) == 0),
            _ => own.Count == 0,
        };
        if (begins)
        {
            Begin(core, endsOn);
        }
        else if (own.TryDequeue(out var call))
        {
            End(core, call);
        }
        else
        {
            _now += Costs.OwnLine; // the core has nothing to do, so it tries again a little later
        }
    }

    private int EndsOn(int core)
    {
        var half = _cores / 2;
        return _pattern switch
        {
            Pattern.AcrossCores => _random.Next(_cores),
            Pattern.OneWay => half + core % (_cores - half),
            _ => core,
        };
    }

    private void Begin(int core, int endsOn)
    {
        var box = (Box?)_pool.Take(core, ref _now);
        if (box is null)
        {
            box = new Box(core);
            _now += Costs.Allocation;
        }

        _inUse++;
        box.Use(core, ref _now);
        _now += _call / 2;
        _inFlight[endsOn].Enqueue(new Call(box, _now));
    }

    private void End(int core, Call call)
    {
        _now = Math.Max(_now, call.EndsAt);
        call.Box.Use(core, ref _now);
        _now += _call / 2;
        _pool.Put(core, call.Box, ref _now);
        _inUse--;
        _ended++;
        _mostIdle = Math.Max(_mostIdle, _pool.Idle(_inUse));
    }

    private sealed record Call(Box Box, double EndsAt);

    /// <summary>A box of the pool, which each call rents.</summary>
    /// <param name="core">The core that made the box.</param>
    private sealed class Box(int core)
    {
        private int _lastCore = core;

        /// <summary>Makes a core write to the box.</summary>
        public void Use(int core, ref double now)
        {
            if (_lastCore != core)
            {
                now += Costs.ForeignLine;
                _lastCore = core;
            }
        }
    }
}
