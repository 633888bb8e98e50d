namespace Tests.Verifying;

/// <summary>A snapshot is missing, or is not what was received.</summary>
public sealed class VerifyException(string message) : Exception(message);
