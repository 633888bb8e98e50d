namespace Benchmarks.Simulation;

/// <summary>The simplest pool, for comparison: one stack for all cores. Every rent and every return writes to this stack.</summary>
internal sealed class OneStack : SimulatedPool
{
    private readonly Stack<object> _boxes = [];
    private readonly SharedLine _line = new();
    private long _made;
    private long _exchanges;

    public override long Made => _made;

    public override long MaximumIdle => long.MaxValue;

    public override long Exchanges => _exchanges;

    public override long Idle(long inUse) => _boxes.Count;

    public override object? Take(int core, ref double now)
    {
        _exchanges++;
        now = _line.Write(core, now, lines: 1);
        if (_boxes.TryPop(out var box))
        {
            return box;
        }

        _made++;
        return null;
    }

    public override void Put(int core, object box, ref double now)
    {
        _exchanges++;
        now = _line.Write(core, now, lines: 1);
        _boxes.Push(box);
    }
}
