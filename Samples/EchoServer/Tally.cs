namespace EchoServer;

/// <summary>What the crowd of either build did: each has a type of its own for it.</summary>
internal sealed record Tally(long Messages, long Connections, long Cut, long Ended, IReadOnlyDictionary<string, long> Failures);
