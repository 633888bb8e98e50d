using System.Xml.Linq;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Weaving;

/// <summary>Weaves an assembly and explains the decisions about methods.</summary>
internal sealed class MethodExplanation
{
    private readonly WeavingReport _report;
    private readonly ILookup<MethodDefinition, Decision> _decisions;

    private MethodExplanation(WeavingReport report)
    {
        _report = report;
        _decisions = report.Decisions.ToLookup(decision => decision.Method);
    }

    /// <param name="assembly">An assembly that is not woven yet. This method weaves it.</param>
    /// <param name="config">The weaver's options.</param>
    /// <param name="pattern">Chooses methods.</param>
    public static IReadOnlyList<WhyAnswer> Of(OpenAssembly assembly, XElement config, MethodPattern pattern)
    {
        var owners = new MethodOwners(assembly.Module, new MemberUses(assembly.Module));
        var chosen = assembly.Module.GetTypes().SelectMany(type => type.Methods)
            .Where(method => owners.KickOffOf(method) == method)
            .Select(method => (Method: method, Name: IlToken.Name(MethodName.Of(method, owners))))
            .Where(entry => pattern.Matches(entry.Name))
            .ToList();
        if (chosen.Count == 0)
        {
            return [];
        }

        // If some of the chosen methods have decisions, returns only these methods. Otherwise, returns all chosen methods.
        var explanation = new MethodExplanation(assembly.Weave(config));
        var told = chosen.Where(entry => explanation._decisions.Contains(entry.Method)).ToList();
        var file = Path.GetFileName(assembly.Path);
        return [.. (told.Count > 0 ? told : chosen).Select(entry => new WhyAnswer(
            file, entry.Name, Line(explanation._report.SourceOf(entry.Method)), [.. explanation.InOrder(entry.Method).Select(explanation.Explained)]))];
    }

    private IEnumerable<Decision> InOrder(MethodDefinition method) =>
        _decisions[method].OrderBy(decision => decision.Rewrite).ThenBy(decision => decision.At?.StartLine).ThenBy(decision => decision.At?.StartColumn);

    private ExplainedDecision Explained(Decision decision)
    {
        if (decision.Reason == null)
        {
            return new ExplainedDecision($"{decision.Rewrite}", "changed", Line(decision.At), decision.Detail, [], null);
        }

        var steps = StepsOf(decision).ToList();
        var (last, rewrite, _) = steps[^1];
        var remedy = last.RemedyFor(rewrite);
        return new ExplainedDecision(
            $"{decision.Rewrite}", "leftAlone", Line(decision.At), null, [.. steps.Select(step => step.Step)],
            !last.HasAdvice ? null : remedy == null ? last.Advice : $"{last.Advice} Write {remedy}.");
    }

    /// <summary>Returns the decision's own reason, and the reasons in other methods that led to it.</summary>
    private IEnumerable<(Reason Reason, Rewrite Rewrite, ExplainedStep Step)> StepsOf(Decision decision)
    {
        var seen = new HashSet<MethodDefinition>();
        for (var next = decision; next != null;)
        {
            yield return Step(next.Rewrite, next.Method, next.Misuse ?? next.Reason!, next.Failed, next.Misuse == null ? next.Detail : $"{next.Reason!.Sentence} {next.Detail}");
            var (reason, method) = (next.Reason!, next.Cause?.Method);
            for (var failed = next.Failed?.Because; failed != null; failed = failed.Because)
            {
                method = failed.About ?? method;
                reason = failed.Reason;
                yield return Step(next.Rewrite, method ?? next.Method, reason, failed, null);
            }

            // If a called method keeps its task, the builder rewrite had its own reason to leave the called method alone. Continues with that reason.
            next = reason == Reason.CalleeKeepsTask && method != null && seen.Add(method)
                ? _decisions[method].FirstOrDefault(other => other is { Rewrite: Rewrite.Builders, Reason: not null, Misuse: null })
                : null;
        }
    }

    private (Reason, Rewrite, ExplainedStep) Step(Rewrite rewrite, MethodDefinition method, Reason reason, FailedCondition? failed, string? detail) => (reason, rewrite, new ExplainedStep(
        _report.NameOf(method),
        reason.Id,
        failed?.Condition?.Id,
        string.Join(" ", new[] { reason.Sentence, detail == null || detail.EndsWith('.') ? detail : detail + ".", failed?.Sentence }.Where(part => part != null)),
        Line(failed?.At)));

    private static string? Line(SequencePoint? point) => point == null ? null : SourceLine.Text(point);
}
