using System.Globalization;
using System.Text;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting.Il;

namespace PooledAwait.Fody.Reporting;

/// <summary>Collects what was decided, and tells it: as one line for the build output, and as a text with every decision.</summary>
/// <param name="module">What is woven.</param>
/// <param name="owners">Finds the methods that users wrote.</param>
/// <param name="keepsIl">Whether <see cref="Snapshots"/> will be asked for, which costs time and memory.</param>
internal sealed class WeavingReport(ModuleDefinition module, MethodOwners owners, bool keepsIl = false)
{
    private readonly List<Decision> _decisions = [];
    private readonly IlSnapshots? _il = keepsIl ? new IlSnapshots(module, owners) : null;

    public IReadOnlyList<Decision> Decisions => _decisions;

    /// <summary>Knows by which names the decisions' methods are told.</summary>
    public MethodOwners Owners => owners;

    public string AssemblyName => module.Assembly?.Name.Name ?? module.Name;

    /// <summary>To be told by a rewrite before it changes anything of a method; more than once does no harm.</summary>
    /// <param name="method">Where; a state machine's method stands for its kick-off method.</param>
    /// <param name="bodies">The methods whose bodies will be changed.</param>
    public void AboutToChange(MethodDefinition method, IEnumerable<MethodDefinition> bodies) => _il?.Keep(owners.KickOffOf(method), bodies);

    /// <param name="rewrite">The rewrite that changed it.</param>
    /// <param name="method">Where; a state machine's method stands for its kick-off method.</param>
    /// <param name="what">What exactly was changed.</param>
    /// <param name="at">The line, where it is another than the method's first.</param>
    /// <param name="saved">An estimate of what one run through it allocates less.</param>
    public void Changed(Rewrite rewrite, MethodDefinition method, string what, SequencePoint? at = null, BytesSaved? saved = null) =>
        Add(rewrite, method, null, what, at, saved);

    /// <param name="rewrite">The rewrite that left it alone.</param>
    /// <param name="method">Where; a state machine's method stands for its kick-off method.</param>
    /// <param name="reason">Why.</param>
    /// <param name="detail">The place that is in the way, where the reason does not say it all.</param>
    /// <param name="at">The line, where it is another than the method's first.</param>
    public void LeftAlone(Rewrite rewrite, MethodDefinition method, Reason reason, string? detail = null, SequencePoint? at = null) =>
        Add(rewrite, method, reason, detail, at, null);

    /// <param name="elapsed">How long the weaving took.</param>
    /// <param name="reportFile">Where the text with every decision is; null where it was not written.</param>
    public string Summary(TimeSpan elapsed, string? reportFile = null)
    {
        var parts = new[]
        {
            Part(Rewrite.Builders, "async method", "pooled", Kinds),
            Part(Rewrite.WhenAny, "WhenAny call", "specialised", _ => ""),
            Part(Rewrite.ContinueWith, "ContinueWith call", "given a state object", _ => ""),
        };
        var told = string.Join("; ", parts.Where(part => part.Length > 0));
        var time = elapsed.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture);
        return $"PooledAwait: {(told.Length == 0 ? "nothing to rewrite" : told)} ({time} ms)." +
            (reportFile == null ? "" : $" Every decision is told in {reportFile}");
    }

    /// <summary>Every decision, the same text for the same input: sorted, without times, and files named without their folders.</summary>
    public string ToText()
    {
        var changed = Sorted(_decisions.Where(decision => decision.Reason == null)).ToArray();
        var leftAlone = Sorted(_decisions.Where(decision => decision.Reason != null)).ToArray();
        var text = new StringBuilder();

        text.Append($"PooledAwait in {AssemblyName}\n\nChanged: {changed.Length}\nLeft alone: {leftAlone.Length}\n");
        foreach (var group in changed.GroupBy(entry => entry.Decision.Rewrite).OrderBy(group => group.Key))
        {
            text.Append($"\nChanged, {group.Key}: {group.Count()}\n");
            foreach (var (name, decision) in group)
            {
                Entry(name, decision);
                text.Append($"      {decision.Detail}\n");
            }
        }

        foreach (var group in leftAlone.GroupBy(entry => entry.Decision.Reason!).OrderBy(group => group.Key.Id, StringComparer.Ordinal))
        {
            text.Append($"\nLeft alone, {group.Key.Id}: {group.Count()}\n{group.Key.Sentence} {group.Key.Advice}\n");
            foreach (var (name, decision) in group)
            {
                Entry(name, decision);
                text.Append($"      {decision.Rewrite}{(decision.Detail == null ? "" : ": " + decision.Detail)}\n");
            }
        }

        return text.ToString();

        void Entry(string name, Decision decision) =>
            text.Append($"  {name}{(decision.At == null ? "" : $" in {SourceLine.Text(decision.At)}")}\n");
    }

    /// <summary>Every decision with its method's name, always in the same order.</summary>
    public IEnumerable<(string Name, Decision Decision)> Sorted() => Sorted(_decisions);

    /// <summary>The first line of a method as the user wrote it; null without symbols.</summary>
    public SequencePoint? SourceOf(MethodDefinition written) => SourceLine.Of(written, owners);

    /// <summary>The IL of each changed method, before the rewrites and as it is now, sorted by name; empty where it was not kept.</summary>
    public IEnumerable<IlSnapshot> Snapshots()
    {
        if (_il == null)
        {
            yield break;
        }

        // What is left alone takes part in naming, so that no file gets another name when that changes.
        var order = 0;
        var inOrder = module.GetTypes().SelectMany(type => type.Methods).ToDictionary(method => method, _ => order++);
        var names = new SnapshotNames();
        foreach (var (name, method) in _decisions
            .Select(decision => decision.Method)
            .Distinct()
            .Select(method => (Name: MethodName.Of(method, owners), Method: method))
            .OrderBy(entry => entry.Name, StringComparer.Ordinal)
            .ThenBy(entry => inOrder[entry.Method]))
        {
            var file = names.Next(name);
            if (_il.Of(method) is var (before, after))
            {
                yield return new IlSnapshot(method, IlToken.Name(name), file, before, after);
            }
        }
    }

    private void Add(Rewrite rewrite, MethodDefinition method, Reason? reason, string? detail, SequencePoint? at, BytesSaved? saved)
    {
        var written = owners.KickOffOf(method);
        _decisions.Add(new Decision(rewrite, written, reason, detail, at ?? SourceLine.Of(written, owners), saved));
    }

    private string Part(Rewrite rewrite, string thing, string done, Func<Decision[], string> kinds)
    {
        var decisions = _decisions.Where(decision => decision.Rewrite == rewrite).ToArray();
        var changed = decisions.Where(decision => decision.Reason == null).ToArray();
        return decisions.Length == 0
            ? ""
            : $"{changed.Length} {thing}{(changed.Length == 1 ? "" : "s")} {done}{kinds(changed)}, {decisions.Length - changed.Length} left alone";
    }

    // How many of each kind, by what the methods return.
    private static string Kinds(Decision[] changed)
    {
        var kinds = changed
            .GroupBy(decision => decision.Method.ReturnType.Name.Split('`')[0])
            .OrderByDescending(group => group.Count())
            .ThenBy(group => group.Key, StringComparer.Ordinal)
            .Select(group => $"{group.Count()} {(group.Key == "Void" ? "void" : group.Key)}")
            .ToArray();
        return kinds.Length == 0 ? "" : $" ({string.Join(", ", kinds)})";
    }

    private IEnumerable<(string Name, Decision Decision)> Sorted(IEnumerable<Decision> decisions) => decisions
        .Select(decision => (Name: IlToken.Name(MethodName.Of(decision.Method, owners)), Decision: decision))
        .OrderBy(entry => entry.Name, StringComparer.Ordinal)
        .ThenBy(entry => entry.Decision.At?.StartLine)
        .ThenBy(entry => entry.Decision.At?.StartColumn)
        .ThenBy(entry => entry.Decision.Method.FullName, StringComparer.Ordinal)
        .ThenBy(entry => entry.Decision.Rewrite)
        .ThenBy(entry => entry.Decision.Detail, StringComparer.Ordinal);
}
