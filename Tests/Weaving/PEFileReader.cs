using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>An assembly and its symbols, opened to be read.</summary>
internal sealed class PEFileReader : IDisposable
{
    private readonly PEReader _image;
    private readonly MetadataReaderProvider _symbols;

    public PEFileReader(CompiledAssembly assembly)
    {
        _image = new PEReader(new MemoryStream(assembly.Image));
        _symbols = MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(assembly.Symbols));
        Metadata = _image.GetMetadataReader();
        Symbols = _symbols.GetMetadataReader();
    }

    public MetadataReader Metadata { get; }

    public MetadataReader Symbols { get; }

    public PEReader Image => _image;

    public IEnumerable<(string Name, Version Version)> References => Metadata.AssemblyReferences
        .Select(Metadata.GetAssemblyReference)
        .Select(reference => (Metadata.GetString(reference.Name), reference.Version));

    public void Dispose()
    {
        _symbols.Dispose();
        _image.Dispose();
    }
}
