namespace Tests.Fuzzing.Worlds;

/// <summary>A resource for the <c>using</c> and <c>await using</c> statements of generated programs.</summary>
public sealed class Resource(Lane lane, int site, int promise) : IDisposable, IAsyncDisposable
{
    public void Dispose() => lane.Log(site, "disposed");

    public ValueTask DisposeAsync()
    {
        lane.Log(site, "disposing");
        return lane.World.Value(promise);
    }
}
