namespace System.Threading;

/// <summary>Ends a timer that nobody refers to any more.</summary>
public sealed class TimerHolder
{
    /// <summary>The timer itself.</summary>
    public readonly TimerQueueTimer _timer = null!;
}
