namespace EchoServer;

/// <summary>The counts of a crowd, in one type for both builds. (Each build has its own type CrowdTally.)</summary>
internal sealed record Tally(long Messages, long Connections, long Cut, long Ended, IReadOnlyDictionary<string, long> Failures);
