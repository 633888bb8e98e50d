using System.Diagnostics.CodeAnalysis;
using System.Reflection.Metadata;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Identifies the build of each assembly in a process, and keeps the result. Use this class only while the process is stopped.</summary>
internal sealed class LoadedModules
{
    /// <summary>The largest size of metadata that is read. A larger size is a sign of damage.</summary>
    private const ulong LargestMetadata = 256 << 20;

    private readonly Dictionary<ulong, LoadedModule?> _known = [];

    /// <returns>Null if the module has no file.</returns>
    public LoadedModule? Of(ClrModule? module)
    {
        if (module == null)
        {
            return null;
        }

        if (!_known.TryGetValue(module.Address, out var loaded))
        {
            loaded = module.Name is { } path ? new(path, VersionOf(module), module.Pdb?.Guid) : null;
            _known.Add(module.Address, loaded);
        }

        return loaded;
    }

    [SuppressMessage("Design", "CA1031", Justification = "What cannot be read is not compared.")]
    private static unsafe Guid? VersionOf(ClrModule module)
    {
        if (module.MetadataAddress == 0 || module.MetadataLength is 0 or > LargestMetadata)
        {
            return null;
        }

        var metadata = new byte[module.MetadataLength];
        if (module.AppDomain.Runtime.DataTarget.DataReader.Read(module.MetadataAddress, metadata) != metadata.Length)
        {
            return null; // dumps do not contain everything that can be read from files
        }

        try
        {
            fixed (byte* start = metadata)
            {
                var reader = new MetadataReader(start, metadata.Length);
                return reader.GetGuid(reader.GetModuleDefinition().Mvid);
            }
        }
        catch
        {
            return null;
        }
    }
}
