namespace System.Threading;

/// <summary>The internal object of a timer, which the base library's timer queues hold.</summary>
public sealed class TimerQueueTimer
{
    /// <summary>Becomes true when a queue takes the timer to invoke its callback. Set under the queue's lock, before the callback is queued.</summary>
    public bool _everQueued;
}
