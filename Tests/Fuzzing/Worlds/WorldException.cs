namespace Tests.Fuzzing.Worlds;

/// <summary>The exception that generated programs throw and that promises fail with.</summary>
public sealed class WorldException(string message) : Exception(message);
