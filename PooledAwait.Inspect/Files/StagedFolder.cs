using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Files;

/// <summary>
/// The new files of a folder. The files are written beside the folder, and moved into the folder when all of them are complete. If a write fails, the folder
/// stays unchanged. Existing files that have no new version are kept. If a signal ends the process, the process first deletes what it has written beside the
/// folder. If the process is killed, the next process that writes to the folder deletes these files.
/// </summary>
internal sealed class StagedFolder : IDisposable
{
    private static readonly PosixSignal[] s_ends = [PosixSignal.SIGINT, PosixSignal.SIGTERM, PosixSignal.SIGHUP, PosixSignal.SIGQUIT];

    private readonly string _target;
    private readonly List<PosixSignalRegistration> _listening;
    private StagingPlace? _staging;

    // The signal handlers run on another thread. Nothing may be written while a handler deletes the files, or afterwards.
    private readonly Lock _writing = new();
    private bool _isOver;

    /// <exception cref="InputException">Nothing can be written beside the folder.</exception>
    public StagedFolder(string target)
    {
        _target = Path.TrimEndingDirectorySeparator(Path.GetFullPath(target));

        // These handlers only delete; another listener, or the signal itself, ends the process.
        _listening = [.. s_ends.Select(signal => PosixSignalRegistration.Create(signal, _ => Delete()))];
        try
        {
            Try(() => _staging = StagingPlace.Beside(_target));
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <param name="name">The file's path within the folder.</param>
    /// <param name="content">The file's content.</param>
    public void Write(string name, byte[] content) => Try(() => File.WriteAllBytes(Place(name), content));

    /// <param name="name">The file's path within the folder.</param>
    /// <param name="source">The file to copy.</param>
    public void Copy(string name, string source) => Try(() => File.Copy(source, Place(name)));

    /// <summary>Returns whether a file of that name was written or copied.</summary>
    public bool Has(string name) => File.Exists(Path.Combine(_staging!.Files, name));

    /// <summary>Moves all written files into the folder.</summary>
    public void Commit() => Try(() =>
    {
        var files = Directory.GetFiles(_staging!.Files, "*", SearchOption.AllDirectories)
            .Select(file => (file, Path.Combine(_target, Path.GetRelativePath(_staging!.Files, file))))
            .ToList();
        foreach (var (_, target) in files)
        {
            if (Directory.Exists(target))
            {
                throw new IOException($"'{target}' is a folder.");
            }

            for (var folder = Path.GetDirectoryName(target)!; folder.Length > _target.Length; folder = Path.GetDirectoryName(folder)!)
            {
                if (File.Exists(folder))
                {
                    throw new IOException($"'{folder}' is a file.");
                }
            }
        }

        foreach (var (file, target) in files)
        {
            Directory.CreateDirectory(Path.GetDirectoryName(target)!);
            File.Move(file, target, overwrite: true);
        }
    });

    public void Dispose()
    {
        _listening.ForEach(registration => registration.Dispose());
        Delete();
    }

    private void Delete()
    {
        lock (_writing)
        {
            _isOver = true;
            _staging?.Delete();
        }
    }

    private string Place(string name)
    {
        var path = Path.Combine(_staging!.Files, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        return path;
    }

    private void Try(Action write)
    {
        try
        {
            lock (_writing)
            {
                if (_isOver)
                {
                    throw new OperationCanceledException();
                }

                write();
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new InputException($"The folder '{_target}' cannot be written: {exception.Message}");
        }
    }
}
