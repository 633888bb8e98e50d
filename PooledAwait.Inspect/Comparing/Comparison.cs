namespace PooledAwait.Inspect.Comparing;

/// <summary>The results of all rounds.</summary>
/// <param name="NotWoven">The runs of the program as it is.</param>
/// <param name="Woven">The runs of the woven copy.</param>
internal sealed record Comparison(IReadOnlyList<ProgramRun> NotWoven, IReadOnlyList<ProgramRun> Woven)
{
    /// <summary>The failed run, which was the last one; null if no run failed.</summary>
    public ProgramRun? Failed { get; } = FindFailed(NotWoven, Woven);

    /// <summary>The comparison of the outputs; meaningful if both the program and its woven copy have run.</summary>
    public OutputComparison Output { get; } = OutputComparison.Of([.. NotWoven.Select(run => run.Output)], [.. Woven.Select(run => run.Output)]);

    public Outcome Outcome =>
        Failed != null ? NotWoven.Contains(Failed) ? Outcome.Fails : Outcome.FailsWoven
        : Output.Difference != null ? Outcome.Differs
        : Outcome.Same;

    /// <summary>Runs the program and its woven copy in turns, so that other work on the machine affects both.</summary>
    /// <param name="rounds">How many times the program runs, and how many times its woven copy runs.</param>
    /// <param name="notWoven">Runs the program as it is.</param>
    /// <param name="woven">Runs the woven copy.</param>
    /// <param name="progress">Gets a line for each run.</param>
    /// <param name="cancellation">Ends the programs.</param>
    public static async Task<Comparison> RunAsync(
        int rounds,
        Func<CancellationToken, Task<ProgramRun>> notWoven,
        Func<CancellationToken, Task<ProgramRun>> woven,
        TextWriter progress,
        CancellationToken cancellation)
    {
        List<ProgramRun> notWovenRuns = [], wovenRuns = [];
        for (var round = 0; round < rounds; round++)
        {
            foreach (var isWoven in (bool[])[round % 2 == 1, round % 2 == 0])
            {
                progress.Write($"Round {round + 1} of {rounds}, {(isWoven ? "woven" : "not woven")}: ");
                progress.Flush();
                var run = await (isWoven ? woven : notWoven)(cancellation);
                (isWoven ? wovenRuns : notWovenRuns).Add(run);
                if (FindFailed(notWovenRuns, wovenRuns) != null)
                {
                    progress.WriteLine("failed");
                    return new Comparison(notWovenRuns, wovenRuns);
                }

                var figures = run.Figures;
                progress.WriteLine(FormattableString.Invariant($"{figures.ElapsedMilliseconds / 1e3:N1} s, {figures.AllocatedBytes / 1e6:N1} MB"));
            }
        }

        return new Comparison(notWovenRuns, wovenRuns);
    }

    private static ProgramRun? FindFailed(IEnumerable<ProgramRun> notWoven, IEnumerable<ProgramRun> woven) =>
        notWoven.FirstOrDefault(run => run.IsAtFault)
        ?? woven.FirstOrDefault(run => run.IsAtFault || notWoven.Any(other => other.ExitCode != run.ExitCode));
}
