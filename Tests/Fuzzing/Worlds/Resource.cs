namespace Tests.Fuzzing.Worlds;

/// <summary>What generated programs use with <c>using</c> and <c>await using</c>.</summary>
public sealed class Resource(Lane lane, int site, int promise) : IDisposable, IAsyncDisposable
{
    public void Dispose() => lane.Log(site, "disposed");

    public ValueTask DisposeAsync()
    {
        lane.Log(site, "disposing");
        return lane.World.Value(promise);
    }
}
