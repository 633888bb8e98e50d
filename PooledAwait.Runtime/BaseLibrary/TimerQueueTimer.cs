namespace System.Threading;

/// <summary>The object that represents a timer in the base library's timer queues.</summary>
public sealed class TimerQueueTimer
{
    /// <summary>
    /// Becomes true when a queue takes the timer to invoke its callback. The queue sets the field under the queue's lock, before it queues the callback.
    /// </summary>
    public bool _everQueued;
}
