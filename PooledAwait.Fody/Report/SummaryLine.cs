using System.Globalization;
using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// A report as one line for the build's output: how much each rewrite changed, how much it left alone that the user could change, and why. Fody prefixes the line with
/// the weaver's name.
/// </summary>
internal static class SummaryLine
{
    /// <summary>As many reasons as a reader can take in. In most programs these are nearly all.</summary>
    private const int NamedReasons = 3;

    /// <param name="report">The decisions.</param>
    /// <param name="elapsed">How long the weave took.</param>
    /// <param name="reportFile">The file that shows every decision; null if none was written.</param>
    /// <param name="framework">The framework that was built for, if the line must name it: several builds of one project print their lines in any order.</param>
    public static string Of(WeavingReport report, TimeSpan elapsed, string? reportFile = null, string? framework = null)
    {
        var counts = Counts(report);
        var time = elapsed.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture);
        return $"{(framework == null ? "" : $"{framework}: ")}{(counts.Length == 0 ? "nothing to rewrite" : counts)} ({time} ms)." +
            (IsWovenAlready(report) ? "" : Reasons(report)) +
            (reportFile == null ? "" : $" Full report: {reportFile}");
    }

    /// <summary>Whether the line says more than that there was nothing to rewrite. Nobody wants to read that for every project of a solution.</summary>
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
            Part(report, Rewrite.WhenAny, "WhenAny call", "specialised", _ => ""),
            Part(report, Rewrite.StateObjects, "call", "given a state object", _ => ""),
            GivenTasks(report),
        };
        return string.Join("; ", parts.Where(part => part.Length > 0));
    }

    // Published assemblies may have been woven by the builds of their projects, which already reported why they left something alone.
    private static bool IsWovenAlready(WeavingReport report) =>
        !report.IsChanged && report.Decisions.Any(decision => decision.Reason == Reason.AlreadyPooled || decision.Reason == Reason.AlreadyRewritten);

    // Reasons without advice are not counted. The user cannot change anything about them, so only the report shows them. Calls of other assemblies are found for a full report only, and the
    // line says the same with and without one.
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

    // Mentioned only if there is nothing else to mention; the report names each of these calls in any case.
    private static string GivenTasks(WeavingReport report)
    {
        var given = report.Decisions.Count(decision => decision.Reason == Reason.GivenATask);
        return given == 0 || report.Decisions.Any(decision => decision.Reason == null || IsLeftAlone(decision)) ? "" : $"{given} call{(given == 1 ? "" : "s")} given a task";
    }

    // The reasons for which most places were left alone, by the names that the report and the documentation use.
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

    // How many of each kind, by return type.
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
