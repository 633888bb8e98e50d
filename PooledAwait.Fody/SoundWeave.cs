using Mono.Cecil;
using PooledAwait.Fody.Cil.Editing;
using PooledAwait.Fody.Driving;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.Scoping;
using PooledAwait.Fody.Verifying;
using PooledAwait.Fody.Verifying.Rules;

namespace PooledAwait.Fody;

/// <summary>
/// Weaves by the <see cref="Recipe"/>, checks each body that is changed or new, and what is told of it, and begins anew without the methods of which something is not sound: until nothing is
/// found, or nothing is woven.
/// </summary>
/// <param name="open">Opens the modules of the weave, which are as they were, but for methods to be left alone.</param>
/// <param name="afterRewrites">Is handed what was woven before it is checked; null in every build.</param>
internal sealed class SoundWeave(Func<UnsoundMethods, WovenModules> open, Action<WovenModules>? afterRewrites)
{
    // What is left alone first is the method that a finding is about, and then what calls it: to name more would be a guess.
    private const int Attempts = 5;

    private readonly UnsoundMethods _unsound = new();

    public void Weave()
    {
        for (var attempt = 1; ; attempt++)
        {
            var modules = open(_unsound);
            var recipe = new Recipe(modules);
            recipe.Weave();
            if (_unsound.OfAll != null)
            {
                return;
            }

            afterRewrites?.Invoke(modules);
            var watched = modules.All.Where(module => module.Report.Before != null).ToList();
            var findings = FindingsIn(watched, recipe);
            if (findings.Count == 0)
            {
                return;
            }

            var origins = new Origins(watched, recipe.Twins);
            var about = findings.ConvertAll(finding => (Finding: finding, Written: origins.Of(finding.Method)));
            var woven = watched.ConvertAll(module => module.Report.Before!.AsWoven());
            watched.ForEach(module => module.Report.Before!.Restore());
            about = [.. NewOf(about, origins)];
            if (about.Count == 0)
            {
                // What the compiler, or another add-in, left so stays so.
                woven.ForEach(module => module.Restore());
                return;
            }

            if (!LeaveAlone(about) || attempt == Attempts)
            {
                _unsound.AddAll(about[0].Finding.ToString());
            }
        }
    }

    private bool LeaveAlone(List<(Finding Finding, IReadOnlyCollection<MethodDefinition> Written)> about)
    {
        var any = false;
        foreach (var (finding, written) in about)
        {
            foreach (var method in written)
            {
                any |= _unsound.Add(method, finding.ToString());
            }
        }

        return any;
    }

    private static List<Finding> FindingsIn(List<WovenModule> modules, Recipe recipe)
    {
        var verification = new Verification();
        var extended = new HashSet<MethodDefinition>(recipe.Twins.Select(twin => twin.Method));
        var findings = new List<Finding>();
        foreach (var module in modules)
        {
            var before = module.Report.Before!;
            foreach (var method in before.Changed.Concat(before.Added))
            {
                findings.AddRange(verification.Of(method));
            }

            findings.AddRange(ReportedBodies.Faults(module.Report, before, extended).Select(fault => new Finding(fault.Written, 0, FindingKind.Report, fault.Text)));
        }

        return findings;
    }

    /// <summary>What is found of a method more often than before it was woven; of what was added, than of the method whose code it has.</summary>
    private static IEnumerable<(Finding Finding, IReadOnlyCollection<MethodDefinition> Written)> NewOf(
        IEnumerable<(Finding Finding, IReadOnlyCollection<MethodDefinition> Written)> about, Origins origins)
    {
        var verification = new Verification();
        var before = new Dictionary<MethodDefinition, IReadOnlyList<Finding>>();
        return about
            .GroupBy(one => (one.Finding.Method, one.Finding.Kind, one.Finding.Text))
            .SelectMany(alike => alike.Skip(origins.SourceOf(alike.Key.Method) is { } source ? Before(source).Count(known => (known.Kind, known.Text) == (alike.Key.Kind, alike.Key.Text)) : 0));

        IReadOnlyList<Finding> Before(MethodDefinition method)
        {
            if (!before.TryGetValue(method, out var known))
            {
                // Other add-ins insert code and leave the offsets as they are, by which symbols find it: what Cecil would write is looked at.
                BranchForms.Settle(method.Body);
                before.Add(method, known = verification.Of(method));
            }

            return known;
        }
    }
}
