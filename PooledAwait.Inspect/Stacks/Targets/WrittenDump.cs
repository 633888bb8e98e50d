using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;
using PooledAwait.Inspect.Files;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Makes a process write a dump of itself, through its diagnostics port.</summary>
internal static class WrittenDump
{
    /// <returns>The path at which this tool finds the dump. A process in a container writes the dump into the container's file system.</returns>
    /// <exception cref="InputException">The process cannot write a dump; the message says why.</exception>
    public static string Write(int process, string file)
    {
        var name = OperatingSystem.IsLinux() ? ProcessFiles.Describe(process) : FormattableString.Invariant($"Process {process}");
        var path = Path.GetFullPath(file);
        CheckCanBeWritten(process, path);
        try
        {
            new DiagnosticsClient(process).WriteDump(DumpType.WithHeap, path, logDumpGeneration: false);
        }
        catch (Exception exception) when (exception is ServerNotAvailableException or SocketException)
        {
            throw new InputException($"{name} has no diagnostics port to ask for a dump: it is not a .NET program, it switches the port off, or it runs as another user or with another TMPDIR.");
        }
        catch (Exception exception) when (exception is DiagnosticsClientException or TimeoutException)
        {
            throw new InputException($"{name} cannot write a dump to '{path}': {exception.Message.TrimEnd('.')}.");
        }

        // This tool's own file system may have an older dump of the same name. If the files at both paths have the same time, they are one file.
        var inside = InItsFileSystem(process, path);
        return File.Exists(inside) && TimeOf(inside) != TimeOf(path) ? inside : path;
    }

    /// <returns>Null if this tool may not see the file.</returns>
    private static DateTime? TimeOf(string path)
    {
        try
        {
            return File.GetLastWriteTimeUtc(path);
        }
        catch (Exception exception) when (exception is UnauthorizedAccessException or IOException)
        {
            return null;
        }
    }

    private static string InItsFileSystem(int process, string path) => Path.Combine(ProcessFiles.RootOf(process), path.TrimStart('/'));

    /// <summary>
    /// Checks that the dump can be written in the process's file system. If this tool has no access to that file system, the process itself reports errors.
    /// </summary>
    private static void CheckCanBeWritten(int process, string path)
    {
        if (OperatingSystem.IsLinux() && Directory.Exists(ProcessFiles.RootOf(process)))
        {
            OutputFile.Open(InItsFileSystem(process, path), path).Dispose();
        }
    }
}
