namespace PooledAwait.Inspect.Comparing;

/// <summary>One run of the program or of its woven copy.</summary>
/// <param name="ExitCode">The exit code; null if the program had to be killed.</param>
/// <param name="IsAtFault">Whether the program ended in an unexpected way.</param>
/// <param name="Figures">The measured figures.</param>
/// <param name="BytesByType">The allocated bytes, by type.</param>
/// <param name="LostEvents">The number of lost events. If it is not 0, the figures are too low.</param>
/// <param name="Output">The lines that the program printed.</param>
/// <param name="LastErrors">The last lines of the program's error output.</param>
internal sealed record ProgramRun(
    int? ExitCode,
    bool IsAtFault,
    Figures Figures,
    IReadOnlyDictionary<string, long> BytesByType,
    long LostEvents,
    IReadOnlyList<string> Output,
    IReadOnlyList<string> LastErrors);
