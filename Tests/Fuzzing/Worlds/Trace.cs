namespace Tests.Fuzzing.Worlds;

/// <summary>The observations of a run, in order.</summary>
internal sealed class Trace
{
    private readonly List<TraceLine> _lines = [];
    private int _step;

    public IReadOnlyList<TraceLine> Lines => _lines;

    public void NextStep() => _step++;

    public void Add(World world, string lane, int site, string value) => Add(world, lane, $"{site}: {value}");

    /// <summary>Adds an observation that no call made, such as a post to a context. The observation matters only if the order of events is compared.</summary>
    public void AddOrder(World world, string what) => Add(world, "", what);

    private void Add(World world, string lane, string what)
    {
        var scheduler = TaskScheduler.Current == TaskScheduler.Default ? "-" : TaskScheduler.Current.ToString();
        var context = SynchronizationContext.Current?.ToString() ?? "-";
        _lines.Add(new TraceLine(_step, lane, $"{what} [{context} {scheduler} {world.Ambient}]", world.IsCompleting));
    }
}

/// <summary>One observation.</summary>
/// <param name="Step">The number of the step that caused the observation.</param>
/// <param name="Lane">The lane of the call that made the observation; empty if the observation shows only the order of events.</param>
/// <param name="Text">The observation, with the context, the scheduler and the ambient value at that point.</param>
/// <param name="InPlace">Whether the observation came from code that ran in place, while a promise was being ended or a token was being cancelled.</param>
internal sealed record TraceLine(int Step, string Lane, string Text, bool InPlace)
{
    public override string ToString() => $"{Step} {Lane} {Text}{(InPlace ? " in place" : "")}";
}
