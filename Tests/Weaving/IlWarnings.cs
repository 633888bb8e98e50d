using System.Collections.Immutable;
using System.Reflection.Metadata;
using ICSharpCode.Decompiler.IL;
using ICSharpCode.Decompiler.Metadata;
using ICSharpCode.Decompiler.TypeSystem;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Returns the warnings of the decompiler's IL reader about an assembly's methods. Most are about wrong types on the stack.</summary>
internal static class IlWarnings
{
    public static (int Methods, ImmutableArray<string> Warnings) Of(CompiledAssembly assembly) =>
        Of($"{CompiledAssembly.Name}.dll", assembly.Image, References.Of(assembly.Shape.Framework));

    /// <param name="name">The assembly file's name.</param>
    /// <param name="image">The content of the file.</param>
    /// <param name="references">The files in which its references are looked up.</param>
    public static (int Methods, ImmutableArray<string> Warnings) Of(string name, byte[] image, IReadOnlyList<string> references)
    {
        using var file = new PEFile(name, new MemoryStream(image));
        using var resolver = new Resolver(references);
        var types = new DecompilerTypeSystem(file, resolver);
        var methods = 0;
        var warnings = ImmutableArray.CreateBuilder<string>();
        foreach (var handle in file.Metadata.MethodDefinitions)
        {
            var definition = file.Metadata.GetMethodDefinition(handle);
            if (definition.RelativeVirtualAddress == 0)
            {
                continue;
            }

            methods++;
            var method = types.MainModule.GetDefinition(handle);
            var body = file.Reader.GetMethodBody(definition.RelativeVirtualAddress);
            warnings.AddRange(Read(types.MainModule, handle, body).Select(warning => $"{method.FullName}: {warning}"));
        }

        return (methods, warnings.ToImmutable());
    }

    // Each body has its own reader, because a reader keeps the warnings about earlier bodies. Readers expect sound bodies, so an exception
    // counts as a warning.
    private static IEnumerable<string> Read(MetadataModule module, MethodDefinitionHandle handle, MethodBodyBlock body)
    {
        try
        {
            return new ILReader(module).ReadIL(handle, body).Warnings;
        }
        catch (Exception e)
        {
            return [e.Message];
        }
    }

    private sealed class Resolver : ICSharpCode.Decompiler.Metadata.IAssemblyResolver, IDisposable
    {
        private readonly Dictionary<string, string> _files;
        private readonly Dictionary<string, PEFile> _read = [];

        public Resolver(IEnumerable<string> references) => _files = references.ToDictionary(path => Path.GetFileNameWithoutExtension(path)!);

        public MetadataFile? Resolve(IAssemblyReference reference)
        {
            if (!_read.TryGetValue(reference.Name, out var read) && _files.TryGetValue(reference.Name, out var path))
            {
                _read.Add(reference.Name, read = new PEFile(path));
            }

            return read;
        }

        public MetadataFile? ResolveModule(MetadataFile mainModule, string moduleName) => null;

        public Task<MetadataFile?> ResolveAsync(IAssemblyReference reference) => Task.FromResult(Resolve(reference));

        public Task<MetadataFile?> ResolveModuleAsync(MetadataFile mainModule, string moduleName) => Task.FromResult<MetadataFile?>(null);

        public IDisposable? BeginSnapshot() => null;

        public void Dispose()
        {
            foreach (var file in _read.Values)
            {
                file.Dispose();
            }
        }
    }
}
