using System.Collections.Concurrent;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.IL;

/// <summary>The compiled methods of a source text. Each text is compiled once.</summary>
internal static class Compiled
{
    private static readonly ConcurrentDictionary<(Shape, string), CompiledAssembly> s_assemblies = new();

    public static CompiledAssembly Assembly(Shape shape, string source) =>
        s_assemblies.GetOrAdd((shape, source), static key => Fixtures.Compile(key.Item1, key.Item2));

    public static MethodDefinition Method(bool optimised, string source, string name) =>
        Module(optimised, source).GetTypes().SelectMany(type => type.Methods).Single(method => method.Name == name);

    // Compiles for netstandard2.0, where every compiler makes arrays for params.
    private static ModuleDefinition Module(bool optimised, string source) =>
        Assembly(optimised ? Shape.StandardRelease : Shape.StandardDebug, source).Read();
}
