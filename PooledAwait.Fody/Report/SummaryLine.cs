using System.Globalization;
using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Summarises a report in one line for the build's output: how many places each rewrite changed, how many it left alone, and the most frequent reasons. Places
/// count as left alone only if the user can do something about the reason. Fody puts the weaver's name before the line.
/// </summary>
internal static class SummaryLine
{
    /// <summary>
    /// The maximum number of reasons that the line names. More reasons would make the line hard to read, and most programs have only a few more.
    /// </summary>
    private const int NamedReasons = 3;

    /// <param name="report">The decisions.</param>
    /// <param name="elapsed">How long the weave took.</param>
    /// <param name="reportFile">The file that shows every decision; null if none was written.</param>
    /// <param name="framework">
    /// The target framework, if the project has several; otherwise null. The builds for these frameworks print their lines in any order, and the name of the
    /// framework tells the lines apart.
    /// </param>
    public static string Of(WeavingReport report, TimeSpan elapsed, string? reportFile = null, string? framework = null)
    {
        var counts = Counts(report);
        var time = elapsed.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture);
        return $"{(framework == null ? "" : $"{framework}: ")}{(counts.Length == 0 ? "nothing to rewrite" : counts)} ({time} ms)." +
            (IsWovenAlready(report) ? "" : Reasons(report)) +
            (RuntimeAsyncLine.Of(report.Decisions.Count(decision => decision.Rewrite == Rewrite.Builders && decision.Reason == Reason.RuntimeAsync)) is { } line ? $" {line}" : "") +
            (reportFile == null ? "" : $" Full report: {reportFile}");
    }

    /// <summary>
    /// Returns whether the line says more than "nothing to rewrite". If not, and if there is no full report, the build shows the line only with more verbose
    /// output, because a solution may have many such projects.
    /// </summary>
    public static bool HasAnything(WeavingReport report) => Counts(report).Length > 0;

    private static string Counts(WeavingReport report)
    {
        if (IsWovenAlready(report))
        {
            return "nothing new: its own build wove it";
        }

        var parts = new[]
        {
            Part(report, Rewrite.Builders, "async method", "pooled", Kinds),
            Part(report, Rewrite.DirectAwaits, "awaited call", "without a task", _ => ""),
            Part(report, Rewrite.TimedWaits, "timed wait", "pooled", _ => ""),
            Part(report, Rewrite.WhenAny, "WhenAny call", "specialised", _ => ""),
            Part(report, Rewrite.StateObjects, "call", "given a state object", _ => ""),
            OwnTasks(report),
        };
        return string.Join("; ", parts.Where(part => part.Length > 0));
    }

    // Published assemblies may have been woven already, by the builds of their projects. Those builds have already reported the reasons why they left something
    // alone, so the line does not repeat these reasons.
    private static bool IsWovenAlready(WeavingReport report) =>
        !report.IsChanged && report.Decisions.Any(decision => decision.Reason == Reason.AlreadyPooled || decision.Reason == Reason.AlreadyRewritten);

    // Reasons without advice are not counted, because the user cannot do anything about them. Only the report shows such reasons. Calls into other assemblies
    // are not counted either. The weaver finds such calls only for a full report, but the line must not depend on the kind of report.
    private static bool IsLeftAlone(Decision decision) => decision is { Reason.HasAdvice: true, Misuse: null } && decision.Reason != Reason.OtherAssembly;

    private static string Part(WeavingReport report, Rewrite rewrite, string thing, string done, Func<Decision[], string> kinds)
    {
        var decisions = report.Decisions.Where(decision => decision.Rewrite == rewrite).ToArray();
        var changed = decisions.Where(decision => decision.Reason == null).ToArray();
        var leftAlone = decisions.Count(IsLeftAlone);
        return changed.Length + leftAlone == 0
            ? ""
            : $"{changed.Length} {thing}{(changed.Length == 1 ? "" : "s")} {done}{kinds(changed)}, {leftAlone} left alone";
    }

    // Counts the calls that got a task, but only if the line has nothing else to say. The report names each of these calls in any case.
    private static string OwnTasks(WeavingReport report)
    {
        var given = report.Decisions.Count(decision => decision.Reason == Reason.GivenATask);
        return given == 0 || report.Decisions.Any(decision => decision.Reason == null || IsLeftAlone(decision)) ? "" : $"{given} call{(given == 1 ? "" : "s")} given a task";
    }

    // The most frequent reasons for leaving places alone, named as in the report and the documentation.
    private static string Reasons(WeavingReport report)
    {
        var reasons = report.Decisions
            .Where(IsLeftAlone)
            .GroupBy(decision => decision.Reason!.Id)
            .OrderByDescending(group => group.Count())
            .ThenBy(group => group.Key, StringComparer.Ordinal)
            .Take(NamedReasons)
            .Select(group => $"{group.Key} ({group.Count()})")
            .ToArray();
        return reasons.Length == 0 ? "" : $" Left alone most often: {string.Join(", ", reasons)}.";
    }

    // The number of changed methods for each return type.
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
}
