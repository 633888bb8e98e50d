namespace Tests;

/// <summary>A folder for one test. Disposing deletes it with all its content.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string FullName { get; } = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    public string PathOf(params string[] parts) => Path.Combine([FullName, .. parts]);

    public void Dispose() => Directory.Delete(FullName, recursive: true);
}
