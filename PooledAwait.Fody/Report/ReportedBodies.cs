using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Checks the report against the code. Each method that the report lists as changed must have a changed body or a second method. The report must account
/// for each changed body: by a change, by a call that got its own task, or by a discarded call (<see cref="WeavingReport.GivingBack"/>).
/// </summary>
internal static class ReportedBodies
{
    /// <param name="report">The report.</param>
    /// <param name="before">The module as it was before the weave.</param>
    /// <param name="extended">The methods that got a second method. Their own bodies may be unchanged.</param>
    /// <returns>The methods about which the report is wrong, and what is wrong.</returns>
    public static IEnumerable<(MethodDefinition Written, string Text)> Faults(WeavingReport report, ModuleBefore before, ICollection<MethodDefinition> extended)
    {
        var told = new HashSet<MethodDefinition>(report.Decisions
            .Where(decision => decision.Reason == null || decision.Reason == Reason.GivenATask)
            .Select(decision => decision.Method)
            .Concat(report.GivingBack));
        var changed = new HashSet<MethodDefinition>(extended.Select(report.Owners.KickOffOf));
        foreach (var body in before.Changed)
        {
            var accounts = before.AccountsOf(body);
            changed.UnionWith(accounts);
            if (!accounts.Any(told.Contains))
            {
                yield return (report.Owners.KickOffOf(body), "its code changed, but the report has no change");
            }
        }

        foreach (var method in told.Where(method => !changed.Contains(method)))
        {
            yield return (method, "the report has a change, but its code did not change");
        }
    }
}
