namespace PooledAwait.Runtime;

/// <summary>An object whose completion core is a <see cref="TicketedCompletion"/>.</summary>
internal interface ITicketHolder
{
    /// <summary>The method that returned the ValueTask, by the name that users know. For messages.</summary>
    string Producer { get; }
}
