namespace PooledAwait.Inspect;

/// <summary>Reports that the user's input cannot be used. The message explains the cause to the user.</summary>
internal sealed class InputException(string message) : Exception(message);
