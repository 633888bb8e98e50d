namespace Tests;

/// <summary>A folder of a test's own, which is deleted with all that is in it.</summary>
internal sealed class TemporaryFolder : IDisposable
{
    public string FullName { get; } = Directory.CreateTempSubdirectory("PooledAwait.").FullName;

    public string PathOf(params string[] parts) => Path.Combine([FullName, .. parts]);

    public void Dispose() => Directory.Delete(FullName, recursive: true);
}
