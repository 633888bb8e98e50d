using System.Globalization;

namespace PooledAwait.Fody.Reporting;

/// <summary>A report as one line for the build's output: how much each rewrite changed and left alone, and what for.</summary>
internal static class SummaryLine
{
    /// <summary>What a reader can take in, and in most programs nearly all.</summary>
    private const int NamedReasons = 3;

    /// <param name="report">What was decided.</param>
    /// <param name="elapsed">How long the weaving took.</param>
    /// <param name="reportFile">The file that tells every decision; null where none was written.</param>
    /// <param name="framework">The framework that was built for, where that needs saying: several builds of one project print their lines in any order.</param>
    public static string Of(WeavingReport report, TimeSpan elapsed, string? reportFile = null, string? framework = null)
    {
        var parts = new[]
        {
            Part(report, Rewrite.Builders, "async method", "pooled", Kinds),
            Part(report, Rewrite.DirectAwaits, "awaited call", "without a task", _ => ""),
            Part(report, Rewrite.WhenAny, "WhenAny call", "specialised", _ => ""),
            Part(report, Rewrite.StateObjects, "call", "given a state object", _ => ""),
            GivenTasks(report),
        };
        var told = string.Join("; ", parts.Where(part => part.Length > 0));
        var time = elapsed.TotalMilliseconds.ToString("0", CultureInfo.InvariantCulture);
        return $"PooledAwait{(framework == null ? "" : $" ({framework})")}: {(told.Length == 0 ? "nothing to rewrite" : told)} ({time} ms)." + Reasons(report) +
            (reportFile == null ? "" : $" Every decision is told in {reportFile}");
    }

    private static string Part(WeavingReport report, Rewrite rewrite, string thing, string done, Func<Decision[], string> kinds)
    {
        var decisions = report.Decisions.Where(decision => decision.Rewrite == rewrite && decision.Misuse == null).ToArray();
        var changed = decisions.Where(decision => decision.Reason == null).ToArray();
        return decisions.Length == 0
            ? ""
            : $"{changed.Length} {thing}{(changed.Length == 1 ? "" : "s")} {done}{kinds(changed)}, {decisions.Length - changed.Length} left alone";
    }

    // Told where it is all that was done; the report names each of them in any case.
    private static string GivenTasks(WeavingReport report)
    {
        var given = report.Decisions.Count(decision => decision.Reason == Reason.GivenATask);
        return given == 0 || report.Decisions.Any(decision => decision.Misuse == null) ? "" : $"{given} call{(given == 1 ? "" : "s")} given a task";
    }

    // Those that most places were left alone for, by the names that the report and the documentation have.
    private static string Reasons(WeavingReport report)
    {
        var reasons = report.Decisions
            .Where(decision => decision.Reason != null && decision.Misuse == null)
            .GroupBy(decision => decision.Reason!.Id)
            .OrderByDescending(group => group.Count())
            .ThenBy(group => group.Key, StringComparer.Ordinal)
            .Take(NamedReasons)
            .Select(group => $"{group.Key} ({group.Count()})")
            .ToArray();
        return reasons.Length == 0 ? "" : $" Left alone most often: {string.Join(", ", reasons)}.";
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
}
