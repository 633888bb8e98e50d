using System.Text;

namespace PooledAwait.Inspect.Files;

/// <summary>A file that is written when the work is done. It is opened before, so that nobody's process is stopped for a file that cannot be written.</summary>
internal sealed class OutputFile : IDisposable
{
    private readonly FileStream _stream;
    private readonly bool _isNew;
    private bool _isWritten;

    private OutputFile(FileStream stream, bool isNew) => (_stream, _isNew) = (stream, isNew);

    /// <param name="path">Where it is.</param>
    /// <param name="named">The same for people.</param>
    /// <exception cref="InputException">It cannot be written, and why.</exception>
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

    /// <summary>Whether two paths name one file, also where one is a link to the other.</summary>
    public static bool IsSame(string first, string second) => EndOf(first) == EndOf(second);

    /// <summary>Writes a text in the place of what was there.</summary>
    public void Write(string text)
    {
        // Devices like /dev/null have no length that can be set.
        if (_stream.CanSeek && _stream.Length > 0)
        {
            _stream.SetLength(0);
        }

        _stream.Write(Encoding.UTF8.GetBytes(text));
        _isWritten = true;
    }

    /// <summary>A file that was not written is as it was before; a new one is gone.</summary>
    public void Dispose()
    {
        _stream.Dispose();
        if (_isNew && !_isWritten)
        {
            File.Delete(EndOf(_stream.Name));
        }
    }

    /// <returns>Null where there is none. Only opening tells: a link counts as a file that exists, also where what it leads to does not.</returns>
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

    /// <summary>Without a buffer: what cannot be written is told by the write, and not when the file is closed.</summary>
    private static FileStream Open(string path, FileMode mode) => new(path, mode, FileAccess.Write, FileShare.ReadWrite, bufferSize: 0);

    /// <summary>What a link leads to in the end, else the file itself.</summary>
    private static string EndOf(string path) => (File.Exists(path) ? File.ResolveLinkTarget(path, returnFinalTarget: true)?.FullName : null) ?? Path.GetFullPath(path);
}
