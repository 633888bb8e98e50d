using System.Net.Sockets;
using Microsoft.Diagnostics.NETCore.Client;
using PooledAwait.Inspect.Files;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Has a process write a dump of itself, by its own diagnostics port.</summary>
internal static class WrittenDump
{
    /// <returns>The file as it is found here; in a container the process writes it into its own file system.</returns>
    /// <exception cref="InputException">It cannot, and why.</exception>
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

        return File.Exists(path) ? path : Path.Combine(ProcessFiles.RootOf(process), path.TrimStart('/'));
    }

    /// <summary>The process writes it, into its own file system; where this tool may not look into that, the process says so itself.</summary>
    private static void CheckCanBeWritten(int process, string path)
    {
        if (OperatingSystem.IsLinux() && Directory.Exists(ProcessFiles.RootOf(process)))
        {
            OutputFile.Open(Path.Combine(ProcessFiles.RootOf(process), path.TrimStart('/')), path).Dispose();
        }
    }
}
