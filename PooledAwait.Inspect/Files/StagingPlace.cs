namespace PooledAwait.Inspect.Files;

/// <summary>
/// A temporary folder beside another folder, for new files of that folder. One process owns the temporary folder. That process keeps a lock file in the
/// temporary folder open until it deletes the folder or ends. So other processes recognise the temporary folders of killed processes.
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

    /// <summary>The subfolder that contains only the new files.</summary>
    public string Files { get; }

    /// <summary>Deletes the temporary folders that dead processes left, and then makes a new one.</summary>
    /// <param name="target">The full path of the final folder.</param>
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

    /// <summary>Deletes the temporary folder. May be called more than once.</summary>
    public void Delete()
    {
        _lock.Dispose();
        Delete(_folder);
    }

    private static void DeleteIfLeft(string folder)
    {
        try
        {
            // Opens only an existing lock file. If there is no lock file, another process may be about to make it.
            new FileStream(Path.Combine(folder, LockFile), FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
            Delete(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The folder belongs to another process, which is using or deleting it.
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
            // Another process has deleted the folder, because the lock was already released.
        }
    }
}
