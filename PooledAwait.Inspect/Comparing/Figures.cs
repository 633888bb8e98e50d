namespace PooledAwait.Inspect.Comparing;

/// <summary>The measured figures of a run.</summary>
internal sealed record Figures(
    double AllocatedBytes,
    double Gen0Collections,
    double Gen1Collections,
    double Gen2Collections,
    double PauseMilliseconds,
    double ProcessorMilliseconds,
    double ElapsedMilliseconds,
    double? OperationsPerSecond = null,
    double? BytesPerOperation = null)
{
    public static Figures Of(RuntimeActivity activity, TimeSpan processorTime, TimeSpan elapsed) => new(
        activity.Bytes,
        activity.Collections[0],
        activity.Collections[1],
        activity.Collections[2],
        activity.Pauses.TotalMilliseconds,
        processorTime.TotalMilliseconds,
        elapsed.TotalMilliseconds);

    /// <summary>Returns the median of each figure, because other work on the machine distorts single rounds.</summary>
    public static Figures Median(IReadOnlyList<Figures> rounds)
    {
        return new(
            Of(round => round.AllocatedBytes)!.Value,
            Of(round => round.Gen0Collections)!.Value,
            Of(round => round.Gen1Collections)!.Value,
            Of(round => round.Gen2Collections)!.Value,
            Of(round => round.PauseMilliseconds)!.Value,
            Of(round => round.ProcessorMilliseconds)!.Value,
            Of(round => round.ElapsedMilliseconds)!.Value,
            Of(round => round.OperationsPerSecond),
            Of(round => round.BytesPerOperation));

        double? Of(Func<Figures, double?> figure)
        {
            var sorted = rounds.Select(figure).Order().ToList();
            return (sorted[(sorted.Count - 1) / 2] + sorted[sorted.Count / 2]) / 2;
        }
    }
}
