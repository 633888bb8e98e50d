namespace Tests.Fuzzing.Worlds;

/// <summary>What generated programs throw, and what promises fail with.</summary>
public sealed class WorldException(string message) : Exception(message);
