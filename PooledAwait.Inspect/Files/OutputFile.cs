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
            var isNew = !File.Exists(path);
            return new(new FileStream(path, FileMode.OpenOrCreate, FileAccess.Write, FileShare.ReadWrite), isNew);
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

    /// <summary>Writes a text in the place of what was there.</summary>
    public void Write(string text)
    {
        if (_stream.CanSeek)
        {
            _stream.SetLength(0);
        }

        using var writer = new StreamWriter(_stream, leaveOpen: true);
        writer.Write(text);
        _isWritten = true;
    }

    /// <summary>A file that was not written is as it was before; a new one is gone.</summary>
    public void Dispose()
    {
        _stream.Dispose();
        if (_isNew && !_isWritten)
        {
            File.Delete(_stream.Name);
        }
    }
}
