using System.Reflection;
using Microsoft.Diagnostics.Runtime;
using Microsoft.Diagnostics.Runtime.Utilities;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Finds the offset in the IL for an address in compiled code.</summary>
/// <remarks>
/// <para>
/// ClrMD returns the offsets of only one compilation of each method. But a suspended call may be in the code of any compilation: the first one, or one that
/// was optimised later. The runtime's own library (<c>libmscordaccore</c>) has a function that works for every address,
/// <c>IXCLRDataMethodInstance::GetILOffsetsByAddress</c>.
/// </para>
/// <para>
/// ClrMD loads this library, but does not expose it. So this class takes the library's object from a private field of ClrMD. The field cannot change, because
/// the tool ships the ClrMD that it was tested with.
/// </para>
/// </remarks>
internal sealed unsafe class CodeOffsets
{
    // Positions in the function tables of the interfaces IXCLRDataProcess and IXCLRDataMethodInstance, which the runtime's xclrdata.idl declares. The first
    // three functions belong to IUnknown.
    private const int Release = 2;
    private const int GetOffsets = 12;
    private const int Start = 27;
    private const int Next = 28;
    private const int End = 29;

    private const int MostOffsets = 16;
    private const BindingFlags Private = BindingFlags.Instance | BindingFlags.NonPublic;

    private readonly object? _owner;
    private readonly nint _process;

    public CodeOffsets(ClrRuntime runtime)
    {
        var services = typeof(ClrRuntime).GetField("_services", Private)?.GetValue(runtime);
        _owner = services?.GetType().GetField("_process", Private)?.GetValue(services);
        _process = _owner is CallableCOMWrapper && typeof(CallableCOMWrapper).GetProperty("Self", Private)?.GetValue(_owner) is nint self ? self : 0;
    }

    /// <returns>
    /// The offset; -1 if none is known. The JIT may have added the code at the address, or inlined it from another method. Without the library's object, the
    /// result is always -1.
    /// </returns>
    public int Of(ulong address)
    {
        if (_process == 0)
        {
            return -1;
        }

        var process = *(void***)_process;
        ulong enumeration;
        if (((delegate* unmanaged[Stdcall]<nint, ulong, nint, ulong*, int>)process[Start])(_process, address, 0, &enumeration) != 0)
        {
            return -1;
        }

        var found = -1;
        nint method;
        while (found < 0 && ((delegate* unmanaged[Stdcall]<nint, ulong*, nint*, int>)process[Next])(_process, &enumeration, &method) == 0)
        {
            found = OffsetIn(method, address);
        }

        _ = ((delegate* unmanaged[Stdcall]<nint, ulong, int>)process[End])(_process, enumeration);
        GC.KeepAlive(_owner);
        return found;
    }

    private static int OffsetIn(nint method, ulong address)
    {
        var functions = *(void***)method;
        uint count = 0;
        var offsets = stackalloc int[MostOffsets];
        var result = ((delegate* unmanaged[Stdcall]<nint, ulong, uint, uint*, int*, int>)functions[GetOffsets])(method, address, MostOffsets, &count, offsets);
        _ = ((delegate* unmanaged[Stdcall]<nint, uint>)functions[Release])(method);
        for (var i = 0; result >= 0 && i < Math.Min(count, MostOffsets); i++)
        {
            if (offsets[i] >= 0)
            {
                return offsets[i];
            }
        }

        return -1;
    }
}
