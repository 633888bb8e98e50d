using System.Collections.Concurrent;
using ICSharpCode.Decompiler.Metadata;

namespace Tests.Verification;

/// <summary>The assemblies that others refer to, found by their names in a list of files.</summary>
internal sealed class ReferenceFiles(IEnumerable<string> files) : IDisposable
{
    private readonly Dictionary<string, string> _files =
        files.DistinctBy(Path.GetFileNameWithoutExtension)
            .ToDictionary(path => Path.GetFileNameWithoutExtension(path)!, StringComparer.OrdinalIgnoreCase);

    private readonly ConcurrentDictionary<string, Lazy<PEFile>> _read = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>What this process runs on, and what lies beside it.</summary>
    public static ReferenceFiles OfThisProcess() => new(((string)AppContext.GetData("TRUSTED_PLATFORM_ASSEMBLIES")!).Split(Path.PathSeparator));

    /// <summary>The assemblies that one refers to, and those that these refer to in turn; what is in no file is left out.</summary>
    public IReadOnlyList<PEFile> Closure(PEFile file)
    {
        var found = new Dictionary<string, PEFile>(StringComparer.OrdinalIgnoreCase);
        Add(file);
        found.Remove(file.Name);
        return [.. found.Values];

        void Add(PEFile from)
        {
            foreach (var name in from.AssemblyReferences.Select(reference => reference.Name))
            {
                if (!found.ContainsKey(name) && name != file.Name && _files.TryGetValue(name, out var path))
                {
                    var read = _read.GetOrAdd(path, static key => new Lazy<PEFile>(() => new PEFile(key))).Value;
                    found.Add(name, read);
                    Add(read);
                }
            }
        }
    }

    public void Dispose()
    {
        foreach (var file in _read.Values)
        {
            file.Value.Dispose();
        }
    }
}
