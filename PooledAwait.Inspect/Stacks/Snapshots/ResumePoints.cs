using System.Diagnostics.CodeAnalysis;
using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>
/// Finds the places at which the runtime's continuations resume methods. Use this class only while the process is stopped. It keeps each place for the next
/// stop, and uses it again if the continuation's code still has the same address.
/// </summary>
internal sealed class ResumePoints
{
    /// <summary>The offset of <c>ResumeInfo.DiagnosticIP</c>, the field after <c>ResumeInfo.Resume</c>.</summary>
    public const int DiagnosticAddress = 8;

    /// <summary>The continuation's field that leads to the place. Before .NET 11, there is no such field.</summary>
    public const string InfoField = "ResumeInfo";

    private readonly Dictionary<ulong, (ulong Address, ResumePoint Point)> _known = [];

    /// <summary>
    /// Returns the places of all copied continuations, by the addresses of the continuations' <c>ResumeInfo</c>. A continuation that resumes no method of the
    /// program has no place.
    /// </summary>
    /// <param name="runtime">The runtime.</param>
    /// <param name="memory">The memory. In a dump, precompiled code may be missing.</param>
    /// <param name="files">The files of the precompiled code.</param>
    /// <param name="modules">The assemblies.</param>
    /// <param name="objects">The copied objects.</param>
    public IReadOnlyDictionary<ulong, ResumePoint> Read(ClrRuntime runtime, IDataReader memory, ImageFiles files, LoadedModules modules, CopiedObjects objects)
    {
        var points = new Dictionary<ulong, ResumePoint>();
        var seen = new HashSet<ulong>();
        CodeOffsets? offsets = null;
        foreach (var continuation in objects.Addresses.Where(address => objects.TypeOf(address)!.Kind == ObjectKind.RuntimeAsync))
        {
            var info = objects.Reference(continuation, InfoField);
            if (info == 0 || !seen.Add(info))
            {
                continue;
            }

            if (!memory.ReadPointer(info + DiagnosticAddress, out var address) && !files.TryReadPointer(info + DiagnosticAddress, out address))
            {
                points.Add(info, ResumePoint.Unknown);
            }
            else if (address != 0)
            {
                ref var known = ref CollectionsMarshal.GetValueRefOrAddDefault(_known, info, out var isKnown);
                if (!isKnown || known.Address != address)
                {
                    known = (address, Find(runtime, offsets ??= new(runtime), modules, address));
                }

                points.Add(info, known.Point);
            }
        }

        return points;
    }

    [SuppressMessage("Design", "CA1031", Justification = "The call is shown without its method then.")]
    private static ResumePoint Find(ClrRuntime runtime, CodeOffsets offsets, LoadedModules modules, ulong address)
    {
        try
        {
            return runtime.GetMethodByInstructionPointer(address) is { Type: { Name: { } type } declaring, Name: { } name } method
                ? new(type, ResumePoint.NameWithoutArguments(name), method.MetadataToken, modules.Of(declaring.Module), offsets.Of(address))
                : ResumePoint.Unknown;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return ResumePoint.Unknown;
        }
    }
}
