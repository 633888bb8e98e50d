namespace EchoServer;

/// <summary>The work of the crowd, for either build. (Each build has its own type for this.)</summary>
internal sealed record Tally(long Messages, long Connections, long Cut, long Ended, IReadOnlyDictionary<string, long> Failures);
