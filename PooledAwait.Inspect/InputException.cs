namespace PooledAwait.Inspect;

/// <summary>The user's input cannot be used. The message is for the user, and says why.</summary>
internal sealed class InputException(string message) : Exception(message);
