using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Compilation;

/// <summary>An assembly that the compiler or the weaver wrote.</summary>
/// <param name="Shape">The shape in which the assembly was compiled.</param>
/// <param name="Image">The assembly file.</param>
/// <param name="Symbols">The portable symbol file; empty if the symbols are embedded in the image.</param>
public sealed record CompiledAssembly(Shape Shape, byte[] Image, byte[] Symbols)
{
    public const string Name = "AssemblyToProcess";

    /// <summary>Reads the module without its symbols.</summary>
    public ModuleDefinition Read() => Read(Image);

    public ModuleDefinition ReadWithSymbols() => ModuleDefinition.ReadModule(
        new MemoryStream(Image), new ReaderParameters { SymbolReaderProvider = new PortablePdbReaderProvider(), SymbolStream = new MemoryStream(Symbols) });

    public static ModuleDefinition Read(byte[] image) => ModuleDefinition.ReadModule(new MemoryStream(image));
}
