namespace System.Threading;

/// <summary>Ends a timer when no object refers to the holder any more.</summary>
public sealed class TimerHolder
{
    /// <summary>The timer itself.</summary>
    public readonly TimerQueueTimer _timer = null!;
}
