using PooledAwait.Inspect.Comparing;

namespace PooledAwait.Inspect.Printing;

/// <summary>The result of comparing a program with its woven copy.</summary>
/// <param name="Program">The assembly's file.</param>
/// <param name="Arguments">The program's arguments.</param>
/// <param name="Outcome">The outcome.</param>
/// <param name="Weaving">The woven assemblies.</param>
/// <param name="NotWoven">The figures of the program as it is; null if a run failed.</param>
/// <param name="Woven">The figures of the woven copy; null if a run failed.</param>
/// <param name="Types">The types with the most allocated bytes. The bytes are averages over the rounds, estimated from a sample of the objects.</param>
/// <param name="ExitCode">The exit code of the failed run; null if no run failed, or if the program had to be killed.</param>
/// <param name="LastErrors">The last lines of the failed run's error output.</param>
/// <param name="Difference">The line of the output that differs.</param>
/// <param name="OutputVaries">Whether some lines could not be compared, because they also differ between runs without weaving.</param>
/// <param name="LostEvents">The number of lost events. If there are any, bytes and collections are too low.</param>
internal sealed record ComparisonAnswer(
    string Program,
    IReadOnlyList<string> Arguments,
    Outcome Outcome,
    IReadOnlyList<WovenAssemblyAnswer> Weaving,
    FormAnswer? NotWoven,
    FormAnswer? Woven,
    IReadOnlyList<AllocatedType> Types,
    int? ExitCode,
    IReadOnlyList<string> LastErrors,
    OutputDifference? Difference,
    bool OutputVaries,
    long LostEvents)
{
    private const int MostTypes = 10;

    public static ComparisonAnswer Of(ComparedProgram program, IReadOnlyList<string> arguments, IReadOnlyList<AssemblyAnswer> woven, Comparison comparison)
    {
        var hasFailed = comparison.Failed != null;
        return new ComparisonAnswer(
            program.Assembly,
            arguments,
            comparison.Outcome,
            [.. woven.Select(answer => new WovenAssemblyAnswer(answer.Assembly, answer.Changed, answer.LeftAlone))],
            hasFailed ? null : FormAnswer.Of(comparison.NotWoven),
            hasFailed ? null : FormAnswer.Of(comparison.Woven),
            hasFailed ? [] : AllocatedType.Most(comparison, MostTypes),
            comparison.Failed?.ExitCode,
            comparison.Failed?.LastErrors ?? [],
            hasFailed ? null : comparison.Output.Difference,
            comparison.Output.Varies,
            comparison.NotWoven.Concat(comparison.Woven).Sum(run => run.LostEvents));
    }
}

/// <summary>The weave of one assembly.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Changed">The number of changed places.</param>
/// <param name="LeftAlone">The number of places that were left alone. It does not count awaited calls of other assemblies.</param>
internal sealed record WovenAssemblyAnswer(string Assembly, int Changed, int LeftAlone);

/// <summary>The figures of the program or of its woven copy.</summary>
/// <param name="Median">The median of each figure.</param>
/// <param name="Rounds">The figures of all rounds.</param>
internal sealed record FormAnswer(Figures Median, IReadOnlyList<Figures> Rounds)
{
    public static FormAnswer Of(IEnumerable<ProgramRun> runs)
    {
        var rounds = runs.Select(run => run.Figures).ToList();
        return new FormAnswer(Figures.Median(rounds), rounds);
    }
}
