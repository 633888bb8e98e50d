using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Weaving;

/// <summary>
/// Applies each rewrite to a module in the same steps. For each site (a place that the rewrite may change), the driver checks the scope and the options,
/// recognises the change, and reports a refusal. After that, the driver keeps copies of the bodies that will change, reports the changes, and makes them.
/// </summary>
internal static class Driver
{
    /// <summary>
    /// Finds all changes, and only then makes them. A decision about one method may depend on the code of other methods, so this code must be unchanged until
    /// the last decision.
    /// </summary>
    public static void Apply<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite, IChange<TFound> change)
        where TFound : class =>
        Change(rewrite, Find(rewrite), change);

    /// <summary>Decides about every site, and reports the sites that are left alone. Changes are reported later, when they are made.</summary>
    public static IReadOnlyList<SiteDecision<TFound>> Find<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite)
        where TFound : class
    {
        var findings = new List<SiteDecision<TFound>>();
        foreach (var method in rewrite.Methods().ToList())
        {
            Naming(rewrite, method, () => findings.AddRange(FindIn(rewrite, method)));
        }

        return findings;
    }

    /// <summary>Makes and reports the changes that were found, method by method.</summary>
    public static void Change<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite, IEnumerable<SiteDecision<TFound>> findings, IChange<TFound> change)
        where TFound : class
    {
        var report = rewrite.Module.Report;
        foreach (var found in findings.Where(finding => finding.Value != null).GroupBy(finding => finding.Method))
        {
            Naming(rewrite, found.Key, () =>
            {
                report.AboutToChange(found.Key, found.SelectMany(one => rewrite.Bodies(one.Method, one.Value!)));
                foreach (var one in found)
                {
                    report.Changed(rewrite.Name, one.Method, rewrite.What(one.Value!), one.At, rewrite.Saved(one.Value!));
                }

                change.Apply(found.Key, [.. found.Select(one => one.Value!)]);
            });
        }
    }

    /// <summary>
    /// Reports that a site is left alone. Rewrites also call this method themselves, if they refuse a site that <see cref="Find{TSite, TFound}"/> has
    /// accepted.
    /// </summary>
    public static SiteDecision<TFound> LeaveAlone<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite, MethodDefinition method, SequencePoint? at, Refusal refused)
        where TFound : class
    {
        rewrite.Module.Report.LeftAlone(rewrite.Name, method, refused, at);
        return new SiteDecision<TFound>(method, at, Value: null, refused.Reason);
    }

    private static List<SiteDecision<TFound>> FindIn<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite, MethodDefinition method)
        where TFound : class
    {
        // An earlier attempt failed at this method. The step that failed may be the search for sites, so do not search again. Report nothing, because the
        // warning about the failure names the method.
        if (rewrite.Module.Scope.Failed(method))
        {
            return [];
        }

        var sites = rewrite.SitesIn(method).ToList();
        if (sites.Count == 0)
        {
            return [];
        }

        var settings = rewrite.Module.Scope.For(method);
        var findings = sites.Select(site => Decide(rewrite, method, site, settings)).OfType<SiteDecision<TFound>>().ToList();
        var incomplete = rewrite.WhyIncomplete([.. findings.Select(finding => finding.Value).OfType<TFound>()]);
        return findings.ConvertAll(finding =>
            finding.Value != null && incomplete.TryGetValue(finding.Value, out var refused) ? LeaveAlone(rewrite, method, finding.At, refused) : finding);
    }

    private static SiteDecision<TFound>? Decide<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite, MethodDefinition method, TSite site, MethodSettings settings)
        where TFound : class
    {
        var saved = new Lazy<BytesSaved?>(() => rewrite.Module.Report.ReportsSavings ? rewrite.WouldSave(site, settings) : null);
        Recognised<TFound>? recognised =
            settings.OutOfScope is { } outOfScope ? new Refusal(outOfScope) { Detail = outOfScope == Reason.Unsound ? settings.Detail : null, WouldSave = saved.Value }
            : rewrite.WhyOff(site, settings) is { } off ? new Refusal(off) { Detail = rewrite.Which(site), WouldSave = saved.Value }
            : rewrite.Recognise(site, settings);
        if (recognised == null)
        {
            return null;
        }

        var at = rewrite.At(site) is { } instruction ? SourceLine.Of(method, instruction) : null;
        return recognised.Refusal is { } refusal
            ? LeaveAlone(rewrite, method, at, refusal)
            : new SiteDecision<TFound>(method, at, recognised.Value, Reason: null);
    }

    private static void Naming<TSite, TFound>(SiteRewrite<TSite, TFound> rewrite, MethodDefinition method, Action step)
        where TFound : class => WeaveStep.About($"the rewrite {rewrite.Name}", method, step);
}
