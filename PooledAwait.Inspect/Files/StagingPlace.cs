namespace PooledAwait.Inspect.Files;

/// <summary>
/// The place of a folder's new files until they are complete: a folder of one process, beside the folder that the files are for. A file in it is locked as long as that
/// process lives, so that other processes recognise what a killed process left.
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

    /// <summary>Makes a new place, after deleting the places that dead processes left.</summary>
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

    /// <summary>Deletes the place. May be called more than once.</summary>
    public void Delete()
    {
        _lock.Dispose();
        Delete(_folder);
    }

    private static void DeleteIfLeft(string folder)
    {
        try
        {
            // Only an existing lock file is opened. If there is none, another process may be about to make it.
            new FileStream(Path.Combine(folder, LockFile), FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
            Delete(folder);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            // The place belongs to another process, which is at work or is deleting it at this moment.
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
            // Another process has deleted the place as a left one, because its file was unlocked already.
        }
    }
}
