namespace Benchmarks.Simulation;

/// <summary>A cache line that all cores write, one at a time. A core must fetch the line if another core wrote to it last.</summary>
internal sealed class SharedLine
{
    private double _freeAt;
    private int _lastCore = -1;

    /// <summary>Makes a core write the line as soon as the line is free.</summary>
    /// <param name="core">The core.</param>
    /// <param name="now">The time at which the core wants to write, in nanoseconds.</param>
    /// <param name="lines">The number of cache lines that the core must fetch if another core wrote to them last.</param>
    /// <returns>The time at which the core continues.</returns>
    public double Write(int core, double now, int lines)
    {
        _freeAt = Math.Max(now, _freeAt) + lines * (_lastCore == core ? Costs.OwnLine : Costs.ForeignLine);
        _lastCore = core;
        return _freeAt;
    }
}
