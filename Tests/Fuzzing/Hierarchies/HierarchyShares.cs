using System.Text;
using System.Text.RegularExpressions;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Fuzzing.Hierarchies.Running;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>Counts the weaver's decisions about the tested programs: what it changed, and why it left other code alone.</summary>
internal sealed partial class HierarchyShares
{
    private readonly SortedDictionary<string, int> _decisions = new(StringComparer.Ordinal);

    /// <summary>The number of programs that ran.</summary>
    public int Programs { get; private set; }

    /// <summary>The number of programs that are not valid C#, because two methods or interfaces turned out to be the same.</summary>
    public int NoCSharp { get; private set; }

    public long Lines { get; private set; }

    public IReadOnlyDictionary<string, int> Decisions => _decisions;

    public void Add(HierarchyBatch batch)
    {
        var noCSharp = batch.Failures.Count(failure => failure?.Kind == FailureKind.NoCSharp);
        NoCSharp += noCSharp;
        Programs += batch.Failures.Count - noCSharp;
        Lines += batch.Lines;
        foreach (var decision in batch.Decisions)
        {
            var name = NameOf(decision);
            _decisions[name] = _decisions.GetValueOrDefault(name) + 1;
        }
    }

    public override string ToString()
    {
        var text = new StringBuilder($"{Programs} programs, {Lines} lines; {NoCSharp} more are no C#\n");
        foreach (var (name, count) in _decisions)
        {
            text.Append($"  {name}: {count}\n");
        }

        return text.ToString();
    }

    private static string NameOf(Decision decision) => decision switch
    {
        { Reason: { } reason } => $"{decision.Rewrite}, left alone, {reason.Id}{(decision.Failed?.Condition is { } condition ? $", {condition.Id}" : "")}",
        { Rewrite: Rewrite.DirectAwaits, Detail: { } detail } => Receivers().Match(detail) is { Success: true, Groups: var groups }
            ? $"DirectAwaits, of {groups["type"].Captures.Count} types"
            : "DirectAwaits, of a certain method",
        _ => $"{decision.Rewrite}, {decision.Method.ReturnType.Name}",
    };

    [GeneratedRegex(@" where the object is (?<type>.+?)( or (?<type>.+?))*\.$")]
    private static partial Regex Receivers();
}
