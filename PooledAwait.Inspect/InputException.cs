namespace PooledAwait.Inspect;

/// <summary>What the user gave cannot be used; the message is all that has to be said.</summary>
internal sealed class InputException(string message) : Exception(message);
