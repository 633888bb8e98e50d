using Mono.Cecil;
using PooledAwait.Fody.Verification;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.Verification;

/// <summary>Runs the weaver's own check of code on all bodies of an assembly. Each weave ends with the same check.</summary>
internal static class WeaverCheck
{
    public static CheckedAssembly Of(CompiledAssembly assembly, bool withSymbols = true)
    {
        using var resolver = new ReferenceResolver(References.Of(assembly.Shape.Framework));
        var parameters = new ReaderParameters { AssemblyResolver = resolver };
        if (withSymbols && assembly.Symbols.Length > 0)
        {
            parameters.SymbolReaderProvider = new Mono.Cecil.Cil.PortablePdbReaderProvider();
            parameters.SymbolStream = new MemoryStream(assembly.Symbols);
        }

        using var module = ModuleDefinition.ReadModule(new MemoryStream(assembly.Image), parameters);
        return Of(module);
    }

    public static CheckedAssembly Of(string path, IReadOnlyList<string> references) => Of(File.ReadAllBytes(path), references);

    public static CheckedAssembly Of(byte[] image, IReadOnlyList<string> references)
    {
        using var resolver = new ReferenceResolver(references.DistinctBy(Path.GetFileNameWithoutExtension));
        using var module = ModuleDefinition.ReadModule(new MemoryStream(image), new ReaderParameters { AssemblyResolver = resolver });
        return Of(module);
    }

    public static IEnumerable<Finding> FindingsIn(ModuleDefinition module)
    {
        var verification = new PooledAwait.Fody.Verification.CodeCheck();
        return module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).SelectMany(verification.Of);
    }

    private static CheckedAssembly Of(ModuleDefinition module) => new(
        module.GetTypes().SelectMany(type => type.Methods).Count(method => method.HasBody),
        [.. FindingsIn(module).Select(finding => new CheckedBody(finding.Method.FullName, finding.Kind, finding.Offset, finding.Text))]);
}
