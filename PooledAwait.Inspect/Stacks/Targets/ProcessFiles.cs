using System.Buffers.Binary;
using System.Globalization;
using System.Runtime.InteropServices;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>Reads the system's files about a process, under <c>/proc</c>.</summary>
internal static class ProcessFiles
{
    private const int MachineOfElf = 18;

    /// <summary>Returns the process's name for messages.</summary>
    /// <exception cref="InputException">There is no such process.</exception>
    public static string Describe(int id)
    {
        try
        {
            return string.Create(CultureInfo.InvariantCulture, $"Process {id} ({File.ReadAllText($"/proc/{id}/comm").Trim()})");
        }
        catch (IOException)
        {
            throw new InputException($"There is no process {id}.");
        }
    }

    /// <summary>
    /// Returns a thread whose id gives access to the process's memory and files. Returns the first thread, whose id is the process's id, if it has not ended.
    /// If the first thread has ended, returns another thread.
    /// </summary>
    /// <exception cref="InputException">All threads have ended.</exception>
    public static int LivingThreadOf(int id, string name)
    {
        try
        {
            return !HasEnded(id, id) ? id
                : Threads(id).FirstOrDefault(thread => !HasEnded(id, thread)) is > 0 and var living ? living
                : throw new InputException($"{name} has ended; its parent has not asked for its exit code yet.");
        }
        catch (IOException)
        {
            throw new InputException($"{name} has ended.");
        }
    }

    /// <summary>Returns the ids of a process's threads. Some of them may have ended.</summary>
    /// <exception cref="IOException">The process has ended.</exception>
    public static IReadOnlyList<int> Threads(int id) => [.. Directory.EnumerateDirectories($"/proc/{id}/task").Select(folder => int.Parse(Path.GetFileName(folder), CultureInfo.InvariantCulture))];

    /// <summary>Returns whether a thread has ended. The system may still list it as a zombie.</summary>
    public static bool HasEnded(int id, int thread)
    {
        try
        {
            var status = File.ReadAllText($"/proc/{id}/task/{thread}/stat");
            return status[status.LastIndexOf(')') + 2] is 'Z' or 'X';
        }
        catch (IOException)
        {
            return true;
        }
    }

    /// <summary>Returns the root of the process's file system. If the process is in a container, this tool has another root.</summary>
    public static string RootOf(int id) => string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/root");

    /// <exception cref="InputException">The process cannot be read; the message says why.</exception>
    public static void CheckCanBeRead(int id, string name)
    {
        try
        {
            using var maps = File.OpenRead($"/proc/{id}/maps");
            maps.ReadByte();
            File.OpenHandle($"/proc/{id}/mem").Dispose(); // forbidden if this tool may not stop the process
            using var program = File.OpenRead($"/proc/{id}/exe");
            Span<byte> header = stackalloc byte[MachineOfElf + 2];
            program.ReadExactly(header);
            if (BinaryPrimitives.ReadUInt16LittleEndian(header[MachineOfElf..]) != Machine)
            {
                throw new InputException($"{name} runs on another architecture than this tool ({RuntimeInformation.ProcessArchitecture}). Use a tool of that architecture.");
            }
        }
        catch (UnauthorizedAccessException)
        {
            throw new InputException(Permission.WhyNot(id, name));
        }
        catch (IOException)
        {
            throw new InputException($"{name} has ended, or is part of the system.");
        }
    }

    private static int Machine => RuntimeInformation.ProcessArchitecture switch
    {
        Architecture.X64 => 0x3e,
        Architecture.Arm64 => 0xb7,
        Architecture.Arm => 0x28,
        Architecture.X86 => 0x03,
        _ => -1,
    };
}
