using Mono.Cecil;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using CheckedBody = PooledAwait.Fody.Verifying.Rules.Finding;

namespace Tests.Verification.InWeaver;

/// <summary>The check that each weave ends with, over all bodies of an assembly.</summary>
internal static class WeaverCheck
{
    /// <returns>How many bodies there are, and what was found in them.</returns>
    public static (int Methods, IReadOnlyList<string> Findings) Of(CompiledAssembly assembly, bool withSymbols = true)
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

    public static (int Methods, IReadOnlyList<string> Findings) Of(string path, IReadOnlyList<string> references)
    {
        using var resolver = new ReferenceResolver(references);
        using var module = ModuleDefinition.ReadModule(path, new ReaderParameters { AssemblyResolver = resolver });
        return Of(module);
    }

    public static IEnumerable<CheckedBody> FindingsIn(ModuleDefinition module)
    {
        var verification = new PooledAwait.Fody.Verifying.Verification();
        return module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).SelectMany(verification.Of);
    }

    private static (int Methods, IReadOnlyList<string> Findings) Of(ModuleDefinition module) => (
        module.GetTypes().SelectMany(type => type.Methods).Count(method => method.HasBody),
        [.. FindingsIn(module).Select(finding => $"{finding.Method.FullName}: {finding}")]);
}
