using System.Text;

namespace PooledAwait.Inspect.Files;

/// <summary>
/// A file that is opened before the tool's work and written after it. So if the file cannot be opened, the tool fails before it stops a process.
/// </summary>
internal sealed class OutputFile : IDisposable
{
    private readonly FileStream _stream;
    private readonly bool _isNew;
    private bool _isWritten;

    private OutputFile(FileStream stream, bool isNew) => (_stream, _isNew) = (stream, isNew);

    /// <param name="path">The file's path.</param>
    /// <param name="named">The path as messages show it.</param>
    /// <exception cref="InputException">The file cannot be written; the message says why.</exception>
    public static OutputFile Open(string path, string named)
    {
        var folder = Path.GetDirectoryName(Path.GetFullPath(path));
        if (Directory.Exists(path) || Path.EndsInDirectorySeparator(path))
        {
            throw new InputException($"'{named}' cannot be written: it is a folder.");
        }

        if (!Directory.Exists(folder))
        {
            throw new InputException($"'{named}' cannot be written: its folder does not exist.");
        }

        try
        {
            return OpenExisting(path) is { } existing ? new(existing, isNew: false) : new(Open(path, FileMode.OpenOrCreate), isNew: true);
        }
        catch (UnauthorizedAccessException)
        {
            throw new InputException($"'{named}' cannot be written: this user may not.");
        }
        catch (IOException exception)
        {
            throw new InputException($"'{named}' cannot be written: {exception.Message}");
        }
    }

    /// <summary>Returns whether two paths lead to the same file, directly or through links.</summary>
    public static bool IsSame(string first, string second) => EndOf(first) == EndOf(second);

    /// <summary>Replaces the file's content with a text.</summary>
    public void Write(string text)
    {
        // The length of devices like /dev/null cannot be set.
        if (_stream.CanSeek && _stream.Length > 0)
        {
            _stream.SetLength(0);
        }

        _stream.Write(Encoding.UTF8.GetBytes(text));
        _isWritten = true;
    }

    /// <summary>Closes the file. If nothing was written, an existing file stays unchanged, and a new file is deleted.</summary>
    public void Dispose()
    {
        _stream.Dispose();
        if (_isNew && !_isWritten)
        {
            File.Delete(EndOf(_stream.Name));
        }
    }

    /// <returns>The opened file; null if it does not exist. (<c>File.Exists</c> would also return true for a link without a target.)</returns>
    private static FileStream? OpenExisting(string path)
    {
        try
        {
            return Open(path, FileMode.Open);
        }
        catch (FileNotFoundException)
        {
            return null;
        }
    }

    /// <summary>Opens the file without a buffer, so that a write reports its failure at once, not when the file is closed.</summary>
    private static FileStream Open(string path, FileMode mode) => new(path, mode, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);

    /// <summary>Returns the final target of a link, or the path of any other file.</summary>
    private static string EndOf(string path) => (File.Exists(path) ? File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName : null) ?? Path.GetFullPath(path);
}
