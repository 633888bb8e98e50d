namespace Tests.Fuzzing.Worlds;

/// <summary>How a promise ends.</summary>
internal enum Outcome
{
    Result,
    Exception,
    Cancellation,
}
