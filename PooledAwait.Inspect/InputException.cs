namespace PooledAwait.Inspect;

/// <summary>The user's input cannot be used. The message says all that the user has to know.</summary>
internal sealed class InputException(string message) : Exception(message);
