namespace PooledAwait.Inspect.Files;

/// <summary>
/// Where a folder's new files lie until they are complete: in a folder of one process, beside the one that they are for. A file in it is locked as long as that process
/// lives, so that others know what is left of one that was killed.
/// </summary>
internal sealed class StagingPlace
{
    private const string LockFile = "lock";
    private const string Extension = ".tmp";

    private readonly string _folder;
    private readonly FileStream _lock;

    private StagingPlace(string folder)
    {
        _folder = folder;
        Files = Path.Combine(folder, "files");
        Directory.CreateDirectory(folder);
        Directory.CreateDirectory(Files);
        _lock = new FileStream(Path.Combine(folder, LockFile), FileMode.CreateNew, FileAccess.ReadWrite, FileShare.None);
    }

    /// <summary>The folder that has the files, and nothing else.</summary>
    public string Files { get; }

    /// <summary>A new place, having deleted those that processes left which live no longer.</summary>
    /// <param name="target">The full path of the folder that the files are for.</param>
    public static StagingPlace Beside(string target)
    {
        var parent = Path.GetDirectoryName(target) ?? target;
        var prefix = $".{Path.GetFileName(target)}.";
        if (Directory.Exists(parent))
        {
            foreach (var folder in Directory.GetDirectories(parent, $"{prefix}*{Extension}").Where(IsPlace))
            {
                DeleteIfLeft(folder);
            }
        }

        return new StagingPlace(Path.Combine(parent, $"{prefix}{Guid.NewGuid():N}{Extension}"));

        bool IsPlace(string folder) =>
            Path.GetFileName(folder) is var name && name.StartsWith(prefix, StringComparison.Ordinal) && Guid.TryParseExact(name[prefix.Length..^Extension.Length], "N", out _);
    }

    /// <summary>Deletes it, once or more often.</summary>
    public void Delete()
    {
        _lock.Dispose();
        Delete(_folder);
    }

    private static void DeleteIfLeft(string folder)
    {
        try
        {
            // Without that file another process may be about to make it.
            new FileStream(Path.Combine(folder, LockFile), FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
            Delete(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // It is another process's, which is at work or deletes it at this moment.
        }
    }

    private static void Delete(string folder)
    {
        try
        {
            Directory.Delete(folder, recursive: true);
        }
        catch (DirectoryNotFoundException)
        {
            // Another process took it for left, its file being free already.
        }
    }
}
