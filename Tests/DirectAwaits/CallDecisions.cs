using System.Collections.Concurrent;
using Mono.Cecil;
using PooledAwait.Fody.Reporting;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>What is decided about awaited calls of task methods, all other options as they are by default.</summary>
internal static class CallDecisions
{
    private static readonly ConcurrentDictionary<Shape, Lazy<IReadOnlyList<string>>> s_inFixtures = new();

    /// <summary>The decisions about the calls in a fixture: each with the method that the user wrote, as "Method: reason" or "Method: changed".</summary>
    public static IReadOnlyList<string> InFixture(Shape shape, string fixture) =>
        [.. s_inFixtures.GetOrAdd(shape, static key => new(() => Of(Fixtures.Compiled(key)))).Value.Where(told => told.StartsWith($"AssemblyToProcess.Valid.{fixture}")).Select(told => told[(24 + fixture.Length + 1)..])];

    /// <summary>The decisions about the calls in a source.</summary>
    public static IReadOnlyList<string> Of(Shape shape, string source, Action<ModuleDefinition>? prepare = null) => Of(Fixtures.Compile(shape, source), prepare);

    private static IReadOnlyList<string> Of(CompiledAssembly input, Action<ModuleDefinition>? prepare = null) =>
        Decisions.Of(new WeavingRunner { Prepare = prepare }.Decide(input).Report, Rewrite.DirectAwaits);
}
