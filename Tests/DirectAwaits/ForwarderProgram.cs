using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>Weaves a program with methods that forward a task.</summary>
internal static class ForwarderProgram
{
    /// <summary>The async methods whose tasks are forwarded.</summary>
    public const string Async = "static async Task<int> Load() { await Task.Yield(); return 1; } static async Task<int> Fails() { await Task.Yield(); throw new Exception(); } ";

    /// <summary>
    /// Weaves a class that has the given members and awaits the call. Returns the names of the twins (added methods that return a ValueTask) in the class.
    /// </summary>
    public static IReadOnlyList<string> TwinsOf(string members, string call, string? other = null, string attributes = "", Action<ModuleDefinition>? prepare = null)
    {
        using var module = CompiledAssembly.Read(WeaveMembers(members, call, other, attributes, prepare));
        return module.GetType("C").WithSecondMethods().Select(method => method.Name).Where(name => name.EndsWith("Direct")).ToList();
    }

    /// <summary>Weaves a class that has the given members and awaits the given call.</summary>
    public static byte[] WeaveMembers(string members, string call, string? other = null, string attributes = "", Action<ModuleDefinition>? prepare = null) => Weave(
        $$"""
        using System;
        using System.Threading.Tasks;
        {{attributes}}
        public class C
        {
            public static async Task<int> Caller() => await {{call}} + {{(other == null ? "0" : $"await {other}")}};
            {{Async}}
            {{members}}
        }
        """,
        prepare);

    public static byte[] Weave(string source, Action<ModuleDefinition>? prepare = null) =>
        new WeavingRunner { Prepare = prepare }.Weave(Fixtures.Compile(Shape.Release, source)).Result.Image;
}
