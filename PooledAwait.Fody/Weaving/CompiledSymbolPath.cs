namespace PooledAwait.Fody.Weaving;

/// <summary>
/// Keeps the symbol file's path as the compiler wrote it into an assembly. Cecil would write the full path of its own symbol file, even if the project sets
/// another path (PathMap, DeterministicSourcePaths). The assembly would then show where it was built, and its bytes would depend on the folder.
/// </summary>
/// <remarks>
/// The path is inserted while Cecil writes, before the assembly is signed. Cecil gets the symbol writer from the symbol reader, so this class replaces the
/// module's symbol reader by a wrapper.
/// </remarks>
internal static class CompiledSymbolPath
{
    // A CodeView entry consists of "RSDS", the identifier of the symbols, their age, and the path with a final zero.
    private const int StartOfPath = 24;
    private const int PortableVersion = 0x504D;

    /// <summary>Ensures that a module keeps its present symbol path when it is written with symbols. For Windows PDBs, Cecil still chooses the path.</summary>
    public static void KeepIn(ModuleDefinition module)
    {
        if (module.SymbolReader is (PortablePdbReader or EmbeddedPortablePdbReader) and var reader && module.GetDebugHeader().Entries.FirstOrDefault(IsCodeView) is { } compiled)
        {
            module.ReadSymbols(new Reader(reader, [.. compiled.Data.Skip(StartOfPath)]));
        }
    }

    private static bool IsCodeView(ImageDebugHeaderEntry entry) =>
        entry.Directory is { Type: ImageDebugType.CodeView, MinorVersion: PortableVersion } && entry.Data.Length > StartOfPath;

    private sealed class Reader(ISymbolReader reader, byte[] path) : ISymbolReader
    {
        public ISymbolWriterProvider GetWriterProvider() => new WriterProvider(reader.GetWriterProvider(), path);

        // The wrapped reader has already checked that the symbols belong to the module.
        public bool ProcessDebugHeader(ImageDebugHeader header) => true;

        public MethodDebugInformation Read(MethodDefinition method) => reader.Read(method);

        public Mono.Collections.Generic.Collection<CustomDebugInformation> Read(ICustomDebugInformationProvider provider) => reader.Read(provider);

        public void Dispose() => reader.Dispose();
    }

    private sealed class WriterProvider(ISymbolWriterProvider provider, byte[] path) : ISymbolWriterProvider
    {
        public ISymbolWriter GetSymbolWriter(ModuleDefinition module, string fileName) => new Writer(provider.GetSymbolWriter(module, fileName), path);

        public ISymbolWriter GetSymbolWriter(ModuleDefinition module, Stream symbolStream) => new Writer(provider.GetSymbolWriter(module, symbolStream), path);
    }

    private sealed class Writer(ISymbolWriter writer, byte[] path) : ISymbolWriter
    {
        public ISymbolReaderProvider GetReaderProvider() => writer.GetReaderProvider();

        public ImageDebugHeader GetDebugHeader() => new([.. writer.GetDebugHeader().Entries.Select(entry => IsCodeView(entry) ? WithPath(entry) : entry)]);

        public void Write(MethodDebugInformation info) => writer.Write(info);

        public void Write() => writer.Write();

        public void Write(ICustomDebugInformationProvider provider) => writer.Write(provider);

        public void Dispose() => writer.Dispose();

        private ImageDebugHeaderEntry WithPath(ImageDebugHeaderEntry written)
        {
            byte[] data = [.. written.Data.Take(StartOfPath), .. path];
            var directory = written.Directory;
            directory.SizeOfData = data.Length;
            return new ImageDebugHeaderEntry(directory, data);
        }
    }
}
