using Fody;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Writes a file so that other programs read either the whole old text or the whole new text. A file that already has the new text keeps its date.
/// </summary>
internal static class ReportFile
{
    /// <exception cref="WeavingException">The file cannot be written; the message names it.</exception>
    public static void Write(string path, string text)
    {
        try
        {
            if (File.Exists(path) && File.ReadAllText(path) == text)
            {
                return;
            }

            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            Replace(path, text);
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new WeavingException($"The file '{path}' cannot be written: {exception.Message}");
        }
    }

    /// <summary>Deletes a file, if it exists.</summary>
    /// <exception cref="WeavingException">The file cannot be deleted; the message names it.</exception>
    public static void Delete(string path)
    {
        try
        {
            // File.Delete throws if the folder does not exist.
            if (File.Exists(path))
            {
                File.Delete(path);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new WeavingException($"The file '{path}' cannot be deleted: {exception.Message}");
        }
    }

    private static void Replace(string path, string text)
    {
        var temporary = $"{path}.{Guid.NewGuid():N}.tmp";
        try
        {
            File.WriteAllText(temporary, text);
            if (File.Exists(path))
            {
                File.Replace(temporary, path, destinationBackupFileName: null);
            }
            else
            {
                File.Move(temporary, path);
            }
        }
        finally
        {
            // The temporary file still exists only if something failed.
            File.Delete(temporary);
        }
    }
}
