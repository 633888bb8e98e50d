namespace Benchmarks.Simulation;

/// <summary>What the model takes for time, in nanoseconds: that of large servers with two sockets, rather too much than too little for what is shared.</summary>
internal static class Costs
{
    /// <summary>A call without its rent and its return: the least that one takes, so that pools are asked as often as they can be.</summary>
    public const double ShortCall = 45;

    /// <summary>The same for one that does a little.</summary>
    public const double Call = 1_000;

    /// <summary>A rent or a return that stays on its thread.</summary>
    public const double OwnSlots = 4;

    /// <summary>A locked operation on a line that this core has written last.</summary>
    public const double OwnLine = 6;

    /// <summary>The same, on a line that another core has written last.</summary>
    public const double ForeignLine = 120;

    /// <summary>Making a box.</summary>
    public const double Allocation = 30;

    /// <summary>What a visit to the depot moves: its lock and stacks, the magazine that goes and the one that comes.</summary>
    public const int LinesOfExchange = 3;
}
