using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.DataReaders.Implementation;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// Reads the memory of a running process on Linux. ClrMD's own reader reads only the memory that the process had mapped when the reader was opened. But the
/// garbage collector may map more memory between two looks. So this class reads memory by calls of the operating system. It leaves everything else to ClrMD's
/// reader.
/// </summary>
/// <param name="id">The id of the process, or of one of its threads.</param>
/// <param name="opened">The target that ClrMD has opened; disposed of with this object.</param>
internal sealed unsafe class LiveMemory(int id, DataTarget opened) : IDataReader, IThreadReader, IDisposable
{
    private readonly IDataReader _reader = opened.DataReader;

    public string DisplayName => _reader.DisplayName;

    public bool IsThreadSafe => _reader.IsThreadSafe;

    public OSPlatform TargetPlatform => _reader.TargetPlatform;

    public Architecture Architecture => _reader.Architecture;

    public int ProcessId => id;

    public int PointerSize => _reader.PointerSize;

    public IEnumerable<ModuleInfo> EnumerateModules() => _reader.EnumerateModules();

    public bool GetThreadContext(uint threadID, uint contextFlags, Span<byte> context) => _reader.GetThreadContext(threadID, contextFlags, context);

    public void FlushCachedData() => _reader.FlushCachedData();

    public IEnumerable<uint> EnumerateOSThreadIds() => ((IThreadReader)_reader).EnumerateOSThreadIds();

    public ulong GetThreadTeb(uint osThreadId) => ((IThreadReader)_reader).GetThreadTeb(osThreadId);

    /// <returns>The number of bytes that were read from that address on; 0 if none can be read.</returns>
    public int Read(ulong address, Span<byte> buffer)
    {
        fixed (byte* to = buffer)
        {
            var (here, there) = (new Part((nuint)to, (nuint)buffer.Length), new Part((nuint)address, (nuint)buffer.Length));
            return (int)Math.Max(0, ReadProcess(id, &here, 1, &there, 1, 0));
        }
    }

    public bool Read<T>(ulong address, out T value)
        where T : unmanaged
    {
        Unsafe.SkipInit(out value);
        fixed (T* to = &value)
        {
            return Read(address, new Span<byte>(to, sizeof(T))) == sizeof(T);
        }
    }

    public T Read<T>(ulong address)
        where T : unmanaged => Read(address, out T value) ? value : default;

    public bool ReadPointer(ulong address, out ulong value)
    {
        var isRead = Read(address, out nuint pointer);
        value = pointer;
        return isRead;
    }

    public ulong ReadPointer(ulong address) => ReadPointer(address, out var value) ? value : 0;

    public void Dispose() => opened.Dispose();

    [DllImport("libc", EntryPoint = "process_vm_readv")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static extern nint ReadProcess(int id, Part* here, nuint hereCount, Part* there, nuint thereCount, nuint flags);

    private readonly record struct Part(nuint Start, nuint Length);
}
