using System.Collections.Concurrent;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>The decisions about awaited calls of task methods, with the default options.</summary>
internal static class CallDecisions
{
    private static readonly ConcurrentDictionary<Shape, Lazy<IReadOnlyList<(string Name, Decision Decision)>>> s_inFixtures = new();

    /// <summary>
    /// Returns the decisions about the calls in a fixture, each as "Method: reason" or "Method: changed". Method is the caller as the user wrote it.
    /// </summary>
    public static IReadOnlyList<string> InFixture(Shape shape, string fixture) =>
        [.. Entries(shape, fixture).Select(entry => $"{entry.Name}: {Told(entry.Decision)}")];

    /// <summary>Returns the decisions about the calls in a fixture. A decision with a failed condition also contains this condition.</summary>
    public static IReadOnlyList<string> InFixtureWithConditions(Shape shape, string fixture) =>
        [.. Entries(shape, fixture).Select(entry => $"{entry.Name}: {Told(entry.Decision)}{(entry.Decision.Failed?.Condition is { } condition ? $", {condition.Id}" : "")}")];

    /// <summary>Returns the decisions about the calls in a source.</summary>
    public static IReadOnlyList<string> Of(Shape shape, string source) =>
        [.. In(Fixtures.Compile(shape, source)).Select(entry => $"{entry.Name}: {Told(entry.Decision)}")];

    private static IEnumerable<(string Name, Decision Decision)> Entries(Shape shape, string fixture)
    {
        var beginning = $"AssemblyToProcess.Valid.{fixture}";
        return s_inFixtures.GetOrAdd(shape, static key => new(() => In(Fixtures.Compiled(key)))).Value
            .Where(entry => entry.Name.StartsWith(beginning))
            .Select(entry => (entry.Name[(beginning.Length + 1)..], entry.Decision));
    }

    private static string Told(Decision decision) => decision.Reason?.Id ?? "changed";

    private static IReadOnlyList<(string Name, Decision Decision)> In(CompiledAssembly input)
    {
        var report = new WeavingRunner().Decide(input).Report;
        return [.. report.Sorted().Where(entry => entry.Decision.Rewrite == Rewrite.DirectAwaits)];
    }
}
