namespace Measuring;

/// <summary>One of the builds of a program, connected and ready to run rounds.</summary>
/// <param name="name">The build's name in the table.</param>
/// <param name="run">Lets every client do the given number of operations.</param>
internal sealed class Build(string name, Func<int, CancellationToken, Task> run)
{
    private readonly List<Measurement> _rounds = [];

    public string Name => name;

    public int Gen0Collections => _rounds.Sum(round => round.Gen0Collections);

    /// <summary>Returns the operations per second in the median round. Other work on the machine spoils only single rounds.</summary>
    public double Speed(long operationsPerRound)
    {
        var times = _rounds.Select(round => round.Time).Order().ToList();
        return operationsPerRound / ((times[(times.Count - 1) / 2] + times[times.Count / 2]) / 2).TotalSeconds;
    }

    /// <summary>Returns the bytes allocated for one operation, over all rounds.</summary>
    public double Bytes(long operationsPerRound) => (double)_rounds.Sum(round => round.Bytes) / operationsPerRound / _rounds.Count;

    /// <summary>Returns the gen-0 collections for a million operations, over all rounds.</summary>
    public double Gen0CollectionsOfAMillion(long operationsPerRound) => 1_000_000.0 * Gen0Collections / operationsPerRound / _rounds.Count;

    public Task WarmUpAsync(int operations, CancellationToken cancellation) => run(operations, cancellation);

    public async Task MeasureAsync(int operations, CancellationToken cancellation) =>
        _rounds.Add(await Measurement.OfAsync(() => run(operations, cancellation)));
}
