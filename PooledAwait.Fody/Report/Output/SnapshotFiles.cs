using Fody;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Writes two files for each changed method into a folder: <c>&lt;method&gt;.before.il</c> and <c>&lt;method&gt;.after.il</c>. Deletes the files of methods
/// that are no longer changed.
/// </summary>
internal static class SnapshotFiles
{
    /// <exception cref="WeavingException">A file cannot be written, or an old file cannot be deleted. The message says why.</exception>
    public static void Write(string folder, IEnumerable<IlSnapshot> snapshots)
    {
        var written = new HashSet<string>(StringComparer.OrdinalIgnoreCase);
        foreach (var snapshot in snapshots)
        {
            Write($"{snapshot.FileName}.before.il", snapshot, snapshot.Before);
            Write($"{snapshot.FileName}.after.il", snapshot, snapshot.After);
        }

        Delete(folder, written);

        void Write(string name, IlSnapshot snapshot, string il)
        {
            written.Add(name);
            ReportFile.Write(Path.Combine(folder, name), $"// {snapshot.Method}\n\n{il}");
        }
    }

    /// <summary>Deletes an earlier weave's files from the folder. If the folder is then empty, deletes the folder, too.</summary>
    /// <exception cref="WeavingException">A file cannot be deleted; the message says why.</exception>
    public static void Delete(string folder) => Delete(folder, []);

    private static void Delete(string folder, HashSet<string> except)
    {
        if (!Directory.Exists(folder))
        {
            return;
        }

        try
        {
            foreach (var file in Directory.GetFiles(folder, "*.il").Where(file => !except.Contains(Path.GetFileName(file))))
            {
                File.Delete(file);
            }

            if (!Directory.EnumerateFileSystemEntries(folder).Any())
            {
                Directory.Delete(folder);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new WeavingException($"Old IL snapshots in '{folder}' cannot be deleted: {exception.Message}");
        }
    }
}
