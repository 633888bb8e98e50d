namespace System.Threading;

/// <summary>A timer, as the base library's queues know it.</summary>
public sealed class TimerQueueTimer
{
    /// <summary>True if a queue has taken the timer to invoke its callback, since this field was last cleared. Written under the queue's lock, before the callback is queued.</summary>
    public bool _everQueued;
}
