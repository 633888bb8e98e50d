using System.Globalization;
using System.Text;
using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>Writes a report as text for terminals. The text contains no times, so equal reports give the same text.</summary>
internal static class ReportText
{
    public static string Of(ReportModel report) => string.Join("\n", report.Assemblies.Select(assembly => Of(assembly, report)));

    private static string Of(ReportedAssembly assembly, ReportModel report)
    {
        var text = new StringBuilder();
        var all = assembly.Methods.SelectMany(method => method.Decisions.Select(decision => (Method: method, Decision: decision))).ToArray();
        var changed = all.Where(entry => entry.Decision.IsChange).ToArray();
        text.Append($"PooledAwait in {assembly.Name}{(assembly.Framework == null ? "" : $" ({assembly.Framework})")}\n\n");
        text.Append($"Changed: {changed.Length}\nLeft alone: {all.Length - changed.Length}\n");
        if (RuntimeAsyncLine.Of(assembly.RuntimeAsyncMethods) is { } line)
        {
            text.Append($"{line}\n");
        }

        Gains(assembly, text);

        foreach (var group in changed.GroupBy(entry => entry.Decision.Rewrite).OrderBy(group => group.Key))
        {
            text.Append($"\nChanged, {group.Key}: {group.Count()}\n");
            foreach (var (method, decision) in group)
            {
                Entry(method, decision, text);
                text.Append($"      {decision.Detail}\n");
            }
        }

        foreach (var reason in report.Reasons)
        {
            var group = all.Where(entry => entry.Decision.Reason == reason.Id).ToArray();
            if (group.Length > 0)
            {
                LeftAlone(reason, group, text);
            }
        }

        return text.ToString();
    }

    /// <summary>
    /// Lists the bytes that one call of each method saves if the call reaches each changed place once. There is no sum over methods, because it is unknown how
    /// often each method is called.
    /// </summary>
    private static void Gains(ReportedAssembly assembly, StringBuilder text)
    {
        var gains = assembly.Methods.Where(method => method.SavedByOneCall > 0).ToArray();
        if (gains.Length > 0)
        {
            text.Append("\nBytes saved by each call that suspends (estimated)\n");
        }

        foreach (var method in gains)
        {
            text.Append($"    {method.SavedByOneCall!.Value.ToString(CultureInfo.InvariantCulture),5}  {method.Name}\n");
        }
    }

    private static void LeftAlone(
        ReportedReason reason, IReadOnlyCollection<(ReportedMethod Method, ReportedDecision Decision)> group, StringBuilder text)
    {
        text.Append($"\nLeft alone, {reason.Id}: {group.Count}\n{reason.Sentence} {reason.Advice ?? Reason.NothingToDo}\n");
        if (reason.Remedies.Count > 0)
        {
            text.Append($"Write {string.Join(" or ", reason.Remedies)}.\n");
        }

        foreach (var (method, decision) in group)
        {
            Entry(method, decision, text);
            text.Append($"      {decision.Rewrite}");
            text.Append(decision.Saved == null ? "" : $", would save {decision.Saved.Total} bytes for each call");
            text.Append(decision.Detail == null ? "\n" : $": {decision.Detail}\n");
            text.Append(decision.Condition is { } condition ? $"      {condition.Sentence}{(condition.At is { } at ? $" ({at.File}:{at.Line})" : "")}\n" : "");
        }
    }

    private static void Entry(ReportedMethod method, ReportedDecision decision, StringBuilder text) =>
        text.Append($"  {method.Name}{(decision.At is { } at ? $" in {at.File}:{at.Line}" : "")}\n");
}
