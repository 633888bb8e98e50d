using Fody;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Reporting;

/// <summary>Finds what a build has to tell of a weave beyond the summary, and tells what is not suppressed.</summary>
internal sealed class Warnings(BaseModuleWeaver weaver, WeaverOptions options)
{
    /// <summary>What the user chose, and what no change would make better: no surprise where [PooledAwait] was written.</summary>
    private static readonly Reason[] s_expected =
        [Reason.Excluded, Reason.NotIncluded, Reason.NotOptedIn, Reason.Ignored, Reason.SwitchedOff, Reason.SmallStateMachine, Reason.AlreadyPooled];

    public void Give(WeavingReport report, Scope scope)
    {
        foreach (var pattern in scope.UnmatchedPatterns())
        {
            Give(
                Warning.PatternMatchesNothing,
                $"the pattern '{pattern}' in FodyWeavers.xml matches nothing in {weaver.ModuleDefinition.Name}. Correct it or take it out.");
        }

        foreach (var (name, decision) in report.Sorted())
        {
            if (decision.Reason == Reason.ConsumedTwice || decision.Reason == Reason.AskedAfterConsumption)
            {
                Give(Warning.ConsumedMoreThanOnce, $"{name} keeps its builder. {Told(decision)}", decision.At);
            }
            else if (decision.Reason == Reason.UnknownShape)
            {
                Give(Warning.UnknownShape, $"{name} keeps its builder. {Told(decision)}", decision.At);
            }
        }

        foreach (var (name, decision) in LeftAloneThoughAskedFor(report, scope))
        {
            Give(Warning.AskedForButLeftAlone, $"{name} carries [PooledAwait], and nothing of it was changed. {Told(decision)}", decision.At);
        }

        if (options.Report == ReportLevel.Full && !weaver.ModuleDefinition.HasSymbols)
        {
            Give(Warning.NoSymbols, $"{weaver.ModuleDefinition.Name} has no symbols, so the report names no source lines. Set DebugType to portable.");
        }
    }

    private static IEnumerable<(string Name, Decision Decision)> LeftAloneThoughAskedFor(WeavingReport report, Scope scope) =>
        from entry in report.Sorted()
        group entry by entry.Decision.Method into method
        where scope.IsAskedFor(method.Key) && method.All(entry => entry.Decision.Reason is { } reason && !s_expected.Contains(reason))
        select method.First();

    private static string Told(Decision decision) =>
        $"{decision.Reason!.Sentence} {(decision.Detail == null ? "" : decision.Detail + " ")}{decision.Reason.Advice}";

    private void Give(Warning warning, string what, SequencePoint? at = null)
    {
        if (options.Suppress.Contains(warning.Id))
        {
            return;
        }

        var text = $"PooledAwait {warning.Id}: {what} {Silence(warning)}";
        if (!warning.IsFault)
        {
            // A message has no place of its own; written so, editors find it.
            weaver.WriteMessage(at == null ? text : $"{at.Document.Url}({at.StartLine},{at.StartColumn}): {text}", MessageImportance.High);
        }
        else if (at == null)
        {
            weaver.WriteWarning(text);
        }
        else
        {
            weaver.WriteWarning(text, at);
        }
    }

    private static string Silence(Warning warning) =>
        warning == Warning.AskedForButLeftAlone ? $"(Silenced by Suppress=\"{warning.Id}\", or without the attribute.)"
        : warning == Warning.ConsumedMoreThanOnce || warning == Warning.UnknownShape ? $"(Silenced by Suppress=\"{warning.Id}\", or by [PooledAwaitIgnore] on the method.)"
        : $"(Silenced by Suppress=\"{warning.Id}\".)";
}
