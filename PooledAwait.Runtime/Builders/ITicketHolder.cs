namespace PooledAwait.Runtime;

/// <summary>An object that completes its calls with a <see cref="TicketedCompletion"/>.</summary>
internal interface ITicketHolder
{
    /// <summary>The name of the method that returned the ValueTask, for messages.</summary>
    string Producer { get; }
}
