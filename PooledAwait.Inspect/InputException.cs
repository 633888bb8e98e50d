namespace PooledAwait.Inspect;

/// <summary>The user's input cannot be used. The message tells the user everything.</summary>
internal sealed class InputException(string message) : Exception(message);
