using Mono.Cecil;

namespace PooledAwait.Inspect.Weaving;

/// <summary>Resolves references only to assemblies from a list of files, as Fody does in a build.</summary>
internal sealed class ReferenceResolver : IAssemblyResolver
{
    private readonly Dictionary<string, string> _files;
    private readonly Dictionary<string, AssemblyDefinition> _read = new(StringComparer.OrdinalIgnoreCase);

    public ReferenceResolver(IEnumerable<string> references) =>
        _files = references.ToDictionary(path => Path.GetFileNameWithoutExtension(path)!, StringComparer.OrdinalIgnoreCase);

    /// <summary>Makes an assembly's name resolve to the given object, which is open and may have been changed.</summary>
    public void Add(AssemblyDefinition assembly) => _read[assembly.Name.Name] = assembly;

    /// <summary>Makes a closed assembly's name resolve to its file again.</summary>
    public void Remove(AssemblyDefinition assembly) => _read.Remove(assembly.Name.Name);

    // For a missing assembly, returns null like Fody's resolver, because weavers can handle null. (Cecil would expect an exception.)
    public AssemblyDefinition Resolve(AssemblyNameReference name) => Resolve(name, new ReaderParameters());

    public AssemblyDefinition Resolve(AssemblyNameReference name, ReaderParameters parameters)
    {
        if (_read.TryGetValue(name.Name, out var assembly))
        {
            return assembly;
        }

        if (!_files.TryGetValue(name.Name, out var file))
        {
            return null!;
        }

        parameters.AssemblyResolver ??= this;
        try
        {
            return _read[name.Name] = AssemblyDefinition.ReadAssembly(file, parameters);
        }
        catch (Exception exception) when (exception is BadImageFormatException or IOException or UnauthorizedAccessException)
        {
            throw new InputException($"The reference '{file}' cannot be read: {exception.Message}");
        }
    }

    public void Dispose()
    {
        foreach (var assembly in _read.Values)
        {
            assembly.Dispose();
        }
    }
}
