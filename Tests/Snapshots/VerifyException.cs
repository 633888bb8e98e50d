namespace Tests.Snapshots;

/// <summary>A snapshot is missing, or differs from the received text.</summary>
public sealed class VerifyException(string message) : Exception(message);
