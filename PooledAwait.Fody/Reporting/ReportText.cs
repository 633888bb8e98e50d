using System.Text;

namespace PooledAwait.Fody.Reporting;

/// <summary>A report as a text for terminals: the same for the same input, without times, and with files named without their folders.</summary>
internal static class ReportText
{
    public static string Of(WeavingReport report)
    {
        var sorted = report.Sorted().ToArray();
        var changed = sorted.Where(entry => entry.Decision.Reason == null).ToArray();
        var leftAlone = sorted.Where(entry => entry.Decision.Reason != null).ToArray();
        var text = new StringBuilder();

        text.Append($"PooledAwait in {report.AssemblyName}\n\nChanged: {changed.Length}\nLeft alone: {leftAlone.Length}\n");
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
}
