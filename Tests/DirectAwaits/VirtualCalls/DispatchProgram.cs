using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Weaves a program with virtual calls whose tasks are awaited.</summary>
internal static class DispatchProgram
{
    /// <summary>A method that a virtual call reaches.</summary>
    public const string Callee = "async Task<int> Get(int value) { await Task.Yield(); return value; }";

    public const string Usings = """
        #pragma warning disable
        using System;
        using System.Diagnostics.CodeAnalysis;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        """;

    public static ModuleDefinition Weave(string source) => new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, Usings + source)).Result.Read();

    public static IEnumerable<MethodDefinition> Dispatches(ModuleDefinition module) =>
        module.GetTypes().SelectMany(type => type.Methods).Where(method => method.Name.EndsWith(">Dispatch", StringComparison.Ordinal));
}
