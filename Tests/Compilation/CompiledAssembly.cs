namespace Tests.Compilation;

/// <summary>An assembly as it comes from the compiler, or from the weaver.</summary>
/// <param name="Shape">How it was compiled.</param>
/// <param name="Image">The assembly file.</param>
/// <param name="Symbols">The portable symbol file that belongs to it; empty where the symbols are embedded in the image.</param>
public sealed record CompiledAssembly(Shape Shape, byte[] Image, byte[] Symbols)
{
    public const string Name = "AssemblyToProcess";
}
