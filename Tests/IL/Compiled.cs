using System.Collections.Concurrent;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.IL;

/// <summary>Compiles source texts, and returns their methods. Each text is compiled only once.</summary>
internal static class Compiled
{
    private static readonly ConcurrentDictionary<(Shape, string), CompiledAssembly> s_assemblies = new();

    public static CompiledAssembly Assembly(Shape shape, string source) =>
        s_assemblies.GetOrAdd((shape, source), static key => Fixtures.Compile(key.Item1, key.Item2));

    public static MethodDefinition Method(bool optimised, string source, string name) =>
        Module(optimised, source).GetTypes().SelectMany(type => type.Methods).Single(method => method.Name == name);

    // Compiles for netstandard2.0, for which every compiler passes the arguments of a params parameter in an array.
    private static ModuleDefinition Module(bool optimised, string source) =>
        Assembly(optimised ? Shape.StandardRelease : Shape.StandardDebug, source).Read();
}
