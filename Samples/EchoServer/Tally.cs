namespace EchoServer;

/// <summary>What the crowd of either build did. (Each build has its own type for this.)</summary>
internal sealed record Tally(long Messages, long Connections, long Cut, long Ended, IReadOnlyDictionary<string, long> Failures);
