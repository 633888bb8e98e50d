using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Compilation;

/// <summary>An assembly as it comes from the compiler, or from the weaver.</summary>
/// <param name="Shape">How it was compiled.</param>
/// <param name="Image">The assembly file.</param>
/// <param name="Symbols">The portable symbol file that belongs to it; empty where the symbols are embedded in the image.</param>
public sealed record CompiledAssembly(Shape Shape, byte[] Image, byte[] Symbols)
{
    public const string Name = "AssemblyToProcess";

    /// <summary>Its module, without symbols.</summary>
    public ModuleDefinition Read() => Read(Image);

    public ModuleDefinition ReadWithSymbols() => ModuleDefinition.ReadModule(
        new MemoryStream(Image), new ReaderParameters { SymbolReaderProvider = new PortablePdbReaderProvider(), SymbolStream = new MemoryStream(Symbols) });

    public static ModuleDefinition Read(byte[] image) => ModuleDefinition.ReadModule(new MemoryStream(image));
}
