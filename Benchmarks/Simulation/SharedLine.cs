namespace Benchmarks.Simulation;

/// <summary>Memory that all cores write: one at a time, and whoever was not the last has to fetch it.</summary>
internal sealed class SharedLine
{
    private double _freeAt;
    private int _lastCore = -1;

    /// <summary>Has a core write it as soon as it is free.</summary>
    /// <param name="core">The core.</param>
    /// <param name="now">When it comes, in nanoseconds.</param>
    /// <param name="lines">How many lines of memory move with it.</param>
    /// <returns>When the core goes on.</returns>
    public double Write(int core, double now, int lines)
    {
        _freeAt = Math.Max(now, _freeAt) + lines * (_lastCore == core ? Costs.OwnLine : Costs.ForeignLine);
        _lastCore = core;
        return _freeAt;
    }
}
