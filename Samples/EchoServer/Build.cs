namespace EchoServer;

/// <summary>One of the two builds of the program, connected and ready to run rounds.</summary>
internal sealed class Build(string name, Func<int, CancellationToken, Task> run)
{
    private readonly List<Measurement> _rounds = [];

    public string Name => name;

    /// <summary>Messages in a second, of the median round: other work on the machine spoils single rounds.</summary>
    public double Speed(long messagesPerRound)
    {
        var times = _rounds.Select(round => round.Time).Order().ToList();
        return messagesPerRound / ((times[(times.Count - 1) / 2] + times[times.Count / 2]) / 2).TotalSeconds;
    }

    /// <summary>Bytes allocated for a message, over all rounds.</summary>
    public double Bytes(long messagesPerRound) => (double)_rounds.Sum(round => round.Bytes) / messagesPerRound / _rounds.Count;

    public int Gen0Collections => _rounds.Sum(round => round.Gen0Collections);

    public Task WarmUpAsync(int messages, CancellationToken cancellation) => run(messages, cancellation);

    public async Task MeasureAsync(int messages, CancellationToken cancellation) =>
        _rounds.Add(await Measurement.OfAsync(() => run(messages, cancellation)));
}
