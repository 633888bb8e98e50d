namespace PooledAwait.Inspect.Comparing;

/// <summary>One run of one form of the program.</summary>
/// <param name="ExitCode">Null where the program had to be killed.</param>
/// <param name="IsAtFault">Whether it ended in another way than it should.</param>
/// <param name="Figures">What it took.</param>
/// <param name="BytesByType">What it allocated, by type.</param>
/// <param name="LostEvents">Events that did not come through, so that the figures are too low.</param>
/// <param name="Output">What it printed.</param>
/// <param name="LastErrors">The last lines of its error output.</param>
internal sealed record ProgramRun(
    int? ExitCode,
    bool IsAtFault,
    Figures Figures,
    IReadOnlyDictionary<string, long> BytesByType,
    long LostEvents,
    IReadOnlyList<string> Output,
    IReadOnlyList<string> LastErrors);
