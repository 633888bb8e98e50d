using System.Text;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Fuzzing.Generating;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing;

/// <summary>Counts how often the weaver made each rewrite in the tested programs, and how often it gave each reason.</summary>
internal sealed class Shares
{
    private readonly SortedDictionary<string, int> _decisions = new(StringComparer.Ordinal);

    public int Programs { get; private set; }

    public long Lines { get; private set; }

    /// <summary>The number of programs whose allocated bytes were compared.</summary>
    public int Measured { get; private set; }

    public long Bytes { get; private set; }

    public long WovenBytes { get; private set; }

    public IReadOnlyDictionary<string, int> Decisions => _decisions;

    public void Add(Batch batch)
    {
        Programs += batch.Verdicts.Count;
        Lines += batch.Verdicts.Sum(verdict => (long)verdict.Lines);
        Measured += batch.Verdicts.Count(verdict => verdict.Bytes != null);
        Bytes += batch.Verdicts.Sum(verdict => verdict.Bytes ?? 0);
        WovenBytes += batch.Verdicts.Sum(verdict => verdict.WovenBytes ?? 0);
        foreach (var decision in batch.Decisions)
        {
            var name = Name(decision);
            _decisions[name] = _decisions.GetValueOrDefault(name) + 1;
        }
    }

    public override string ToString()
    {
        var text = new StringBuilder();
        text.Append($"{Programs} programs, {Lines} observations; a run of each of {Measured} that throw nothing then allocates ");
        text.Append($"{Bytes} B not woven and {WovenBytes} B woven\n");
        foreach (var (name, count) in _decisions)
        {
            text.Append($"  {name}: {count}\n");
        }

        return text.ToString();
    }

    private static string Name(Decision decision) => decision switch
    {
        { Reason: { } reason } => $"{decision.Rewrite}, left alone, {reason.Id}",
        { Rewrite: Rewrite.Builders } => $"Builders, {decision.Method.ReturnType.Name switch { "Void" => "void", var name => name }}",

        { Rewrite: Rewrite.DirectAwaits, Detail: { } detail } =>
            $"DirectAwaits, of {Called(detail)}",

        // Only the number of captured variables matters, not their names.
        { Rewrite: Rewrite.StateObjects, Detail: { } detail } =>
            $"StateObjects, {detail.Split(' ', ':')[0]}, {(!detail.Contains(" passes the captured ") ? detail.Contains("the delegate's object") ? "the delegate's object" : "nothing" : detail.Split(" as its state")[0].Contains(',') ? "several variables" : "a variable")}",
        _ => $"{decision.Rewrite}, {decision.Detail}",
    };

    private static string Called(string detail) =>
        detail.Contains("where the object is") ? "a virtual method"
        : detail.Contains("(local function") ? "a local function"
        : detail.Contains($".{Forwarders.WithLocalFunctions}") ? "a forwarder with local functions"
        : detail.Contains($".{Forwarders.OfValueTask}") ? "a forwarder of a ValueTask"
        : detail.Contains($".{Forwarders.Prefix}") ? "a forwarder"
        : "an async method";
}
