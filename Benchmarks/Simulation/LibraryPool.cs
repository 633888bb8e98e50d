namespace Benchmarks.Simulation;

/// <summary>The library's own pool, with the cost of its writes to shared memory.</summary>
/// <param name="cores">The number of cores that use the pool.</param>
internal sealed class LibraryPool(int cores) : SimulatedPool
{
    private readonly RuntimePool _pool = new(cores);
    private readonly SharedLine _depot = new();
    private readonly SharedLine _sum = new();
    private long _exchanges;
    private long _made;

    public override long Made => _made;

    public override long MaximumIdle => _pool.MaximumInDepot + _pool.MaximumOfCores;

    public override long Exchanges => _exchanges;

    public override long Idle(long inUse) => _made - _pool.Shared.Dropped - inUse;

    public override object? Take(int core, ref double now)
    {
        var before = _pool.Shared;
        var box = _pool.Take[core]();
        Pay(core, before, ref now);
        if (box is null)
        {
            _made++;
        }

        return box;
    }

    public override void Put(int core, object box, ref double now)
    {
        var before = _pool.Shared;
        _pool.Put[core](box);
        Pay(core, before, ref now);
    }

    private void Pay(int core, (int BoxesOfDepot, long Counted, long Dropped, long SumOfBytes) before, ref double now)
    {
        var after = _pool.Shared;
        now += Costs.OwnSlots;
        if (after.BoxesOfDepot != before.BoxesOfDepot || after.Dropped != before.Dropped)
        {
            _exchanges++;
            now = _depot.Write(core, now, Costs.LinesOfExchange);
        }

        if (after.Counted != before.Counted)
        {
            now = _depot.Write(core, now, lines: 1); // the core's own count of made boxes was full, so the depot counted the box
        }

        if (after.SumOfBytes != before.SumOfBytes)
        {
            now = _sum.Write(core, now, lines: 1);
        }
    }
}
