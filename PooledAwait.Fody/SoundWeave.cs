using System.Text.RegularExpressions;
using Fody;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Verification;
using PooledAwait.Fody.Weaving;

namespace PooledAwait.Fody;

/// <summary>
/// Weaves by the <see cref="Recipe"/>, then verifies the report and each changed or new body. If a method fails verification, or the weaver throws an exception
/// at a method, the weave is repeated without that method. The repetitions end when verification finds nothing, or when all methods are left alone. Only
/// modules that are verified can be restored to their earlier state. So if the options of a module switch verification off, an exception of the weaver ends the
/// build.
/// </summary>
/// <param name="open">Opens the modules in their state before the weave. The argument says which methods to leave alone.</param>
/// <param name="afterRewrites">A hook for tests, called with the woven modules before the check. Null in every build.</param>
internal sealed class SoundWeave(Func<UnsoundMethods, WovenModules> open, Action<WovenModules>? afterRewrites)
{
    // After this many weaves with findings, all methods are left alone. A retry leaves alone only the methods that the findings are about. One retry may not be
    // enough, because in the retry, the callers of these methods may have findings. To leave alone more methods at once would be a guess.
    private const int Attempts = 5;

    // After this many exceptions, all methods are left alone. Each exception costs another weave, and a single fault of the weaver may throw at many methods.
    private const int Failures = 20;

    private readonly UnsoundMethods _unsound = new();
    private int _findings;
    private int _failures;

    public void Weave()
    {
        while (!TryWeave())
        {
        }
    }

    /// <returns>False if the weave must be repeated without some methods. In that case, the modules have been restored.</returns>
    private bool TryWeave()
    {
        var modules = open(_unsound);
        var recipe = new Recipe(modules);
        var watched = modules.All.Where(module => module.Report.Before != null).ToList();
        var isLast = _unsound.OfAll != null;
        try
        {
            recipe.Weave();
            if (isLast)
            {
                return true;
            }

            afterRewrites?.Invoke(modules);
            return IsSound(watched, recipe);
        }
        catch (Exception exception) when (exception is not (WeavingException or OperationCanceledException))
        {
            var failed = exception as FailedStep ?? new FailedStep("the weave", method: null, exception);
            if (watched.Count < modules.All.Count)
            {
                throw new WeavingException(
                    $"PooledAwait: {(failed.Method == null ? "" : $"To go on, put [PooledAwaitIgnore] on {modules.NameOf(failed.Method)}. ")}Please report this: {failed.Message}");
            }

            var written = WrittenOf(failed, watched, recipe);
            watched.ForEach(module => module.Report.Before!.Restore());
            var why = new Unsoundness(Regex.Replace(failed.Message, @"\s+", " "), IsFailure: true);
            var isNew = written.Aggregate(false, (any, method) => any | _unsound.Add(method, why));
            if (!isNew || ++_failures == Failures)
            {
                _unsound.AddAll(why);
            }

            return isLast;
        }
    }

    private bool IsSound(List<WovenModule> watched, Recipe recipe)
    {
        var findings = FindingsIn(watched, recipe);
        if (findings.Count == 0)
        {
            return true;
        }

        var origins = new Origins(watched, recipe.Twins);
        var about = findings.ConvertAll(finding => (Finding: finding, Written: origins.Of(finding.Method)));
        var woven = watched.ConvertAll(module => module.Report.Before!.AsWoven());
        watched.ForEach(module => module.Report.Before!.Restore());
        about = [.. NewOf(about, origins)];
        if (about.Count == 0)
        {
            // All findings existed before the weave: the compiler or another add-in caused them. So the woven code is kept.
            woven.ForEach(module => module.Restore());
            return true;
        }

        if (!LeaveAlone(about) || ++_findings == Attempts)
        {
            _unsound.AddAll(new Unsoundness(about[0].Finding.ToString(), IsFailure: false));
        }

        return false;
    }

    /// <summary>
    /// Returns the user's methods that the failed step was about. Returns none if the step was about no single method, or if the methods cannot be found in the
    /// half-woven modules.
    /// </summary>
    private static IReadOnlyCollection<MethodDefinition> WrittenOf(FailedStep failed, List<WovenModule> modules, Recipe recipe)
    {
        try
        {
            return failed.Method == null ? [] : new Origins(modules, recipe.Twins).Of(failed.Method);
        }
        catch (Exception exception) when (exception is not WeavingException)
        {
            return [];
        }
    }

    private bool LeaveAlone(List<(Finding Finding, IReadOnlyCollection<MethodDefinition> Written)> about)
    {
        var any = false;
        foreach (var (finding, written) in about)
        {
            foreach (var method in written)
            {
                any |= _unsound.Add(method, new Unsoundness(finding.ToString(), IsFailure: false));
            }
        }

        return any;
    }

    private static List<Finding> FindingsIn(List<WovenModule> modules, Recipe recipe)
    {
        var verification = new CodeCheck();
        var extended = new HashSet<MethodDefinition>(recipe.Twins.Select(twin => twin.Method));
        var findings = new List<Finding>();
        foreach (var module in modules)
        {
            var before = module.Report.Before!;
            foreach (var method in before.Changed.Concat(before.Added))
            {
                findings.AddRange(WeaveStep.About("the check", method, () => verification.Of(method)));
            }

            findings.AddRange(ReportedBodies.Faults(module.Report, before, extended).Select(fault => new Finding(fault.Written, 0, FindingKind.Report, fault.Text)));
        }

        return findings;
    }

    /// <summary>
    /// Returns the findings that the weave caused. A finding that a method already had before the weave is left out. The findings of an added method are
    /// compared with those of the method from which its code was copied.
    /// </summary>
    private static IEnumerable<(Finding Finding, IReadOnlyCollection<MethodDefinition> Written)> NewOf(
        IEnumerable<(Finding Finding, IReadOnlyCollection<MethodDefinition> Written)> about, Origins origins)
    {
        var verification = new CodeCheck();
        var before = new Dictionary<MethodDefinition, IReadOnlyList<Finding>>();
        return about
            .GroupBy(one => (one.Finding.Method, one.Finding.Kind, one.Finding.Text))
            .SelectMany(alike => alike.Skip(origins.SourceOf(alike.Key.Method) is { } source ? Before(source).Count(known => (known.Kind, known.Text) == (alike.Key.Kind, alike.Key.Text)) : 0));

        IReadOnlyList<Finding> Before(MethodDefinition method)
        {
            if (!before.TryGetValue(method, out var known))
            {
                // Other add-ins insert code without updating offsets. So first set the offsets, and lengthen the branches, as Cecil would when it writes the
                // module.
                BranchForms.Settle(method.Body);
                before.Add(method, known = verification.Of(method));
            }

            return known;
        }
    }
}
