using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Reads an assembly and its symbols.</summary>
internal sealed class PEFileReader : IDisposable
{
    private readonly PEReader _image;
    private readonly MetadataReaderProvider _symbols;

    public PEFileReader(CompiledAssembly assembly)
        : this(assembly.Image, assembly.Symbols)
    {
    }

    /// <summary>If there are no separate symbols, reads those that are embedded in the image.</summary>
    public PEFileReader(byte[] image, byte[] symbols)
    {
        _image = new PEReader(new MemoryStream(image));
        _symbols = symbols.Length > 0
            ? MetadataReaderProvider.FromPortablePdbStream(new MemoryStream(symbols))
            : _image.ReadEmbeddedPortablePdbDebugDirectoryData(
                _image.ReadDebugDirectory().Single(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb));
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
