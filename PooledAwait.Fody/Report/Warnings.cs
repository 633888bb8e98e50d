using Fody;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Report;

/// <summary>Gives the warnings and messages of a weave, except those that are suppressed.</summary>
internal sealed class Warnings(BaseModuleWeaver weaver, WeaverOptions options)
{
    /// <summary>
    /// Reasons that the user chose, and reasons why a change would gain nothing. These reasons surprise nobody, so they cause no warning about a member that
    /// carries [PooledAwait].
    /// </summary>
    private static readonly Reason[] s_expected =
    [
        Reason.Excluded, Reason.NotIncluded, Reason.NotOptedIn, Reason.Ignored, Reason.SwitchedOff, Reason.NeverSuspends, Reason.SmallStateMachine,
        Reason.AlreadyPooled,
    ];

    /// <summary>
    /// Reasons that show a limit or a fault of the weaver, for example code that the weaver does not understand. The code may be correct. So for a member that
    /// carries [PooledAwait], these reasons cause only a message, not a warning.
    /// </summary>
    private static readonly Reason[] s_notUnderstood = [Reason.UnknownShape, Reason.OtherCompiler, Reason.NotFollowed, Reason.Unsound];

    private const string SendIn = "This is a bug in PooledAwait: please report it, with this line and, if you can, the method's source.";

    public void Give(WeavingReport report, Scope scope)
    {
        if (scope.UnmatchedPatterns() is { Count: > 0 } unmatched)
        {
            var file = ConfigurationFile.Of(weaver.Config, weaver.ProjectDirectoryPath, weaver.SolutionDirectoryPath);
            var option = options.Include.Count > 0 ? "Include" : "Exclude";
            foreach (var pattern in unmatched)
            {
                Give(
                    Warning.PatternMatchesNothing,
                    $"the pattern '{pattern}' of {option} matches nothing in {weaver.ModuleDefinition.Name}. Correct or remove it.",
                    file?.LineOf(option, pattern.Text));
            }
        }

        foreach (var (name, decision) in report.Sorted())
        {
            if (decision.Reason == Reason.ConsumedTwice || decision.Reason == Reason.AskedAfterConsumption)
            {
                Give(Warning.ConsumedMoreThanOnce, $"{name} keeps its builder. {Explanation(decision)}", decision.At);
            }
            else if (decision.Misuse == Reason.ConsumedTwice || decision.Misuse == Reason.AskedAfterConsumption)
            {
                Give(Warning.ConsumedMoreThanOnce, $"A call in {name} gets a task. {Explanation(decision)}", decision.At, isFault: false, canIgnore: false);
            }
            else if (decision.Reason == Reason.UnknownShape)
            {
                Give(Warning.UnknownShape, $"{name} keeps its builder. {Explanation(decision)}", decision.At);
            }
            else if (options.Report == ReportLevel.Full && decision is { Rewrite: Rewrite.Builders, Cause: { } caller })
            {
                Give(Warning.CallerInTheWay, $"{name} keeps its builder. {Explanation(decision)}", caller.At);
            }
        }

        GiveAskedFor(report, scope);
        GiveUnsound(report, scope);

        if (options.Report == ReportLevel.Full && !weaver.ModuleDefinition.HasSymbols)
        {
            Give(Warning.NoSymbols, $"{weaver.ModuleDefinition.Name} has no symbols, so the report names no source lines. Set DebugType to portable.");
        }
    }

    /// <summary>
    /// Warns of members that carry [PooledAwait], but in which nothing was changed. The attribute also covers the lambdas and local functions in the member. If
    /// one of these was changed, there is no warning.
    /// </summary>
    private void GiveAskedFor(WeavingReport report, Scope scope)
    {
        var decided = (
            from entry in report.Sorted()
            where entry.Decision.Reason != Reason.OtherAssembly
            from member in scope.AskedForAround(entry.Decision.Method)
            select (Member: member, entry.Decision)).ToLookup(entry => entry.Member, entry => entry.Decision);
        foreach (var (name, member) in scope.AskedFor
            .Select(member => (Name: IlToken.Name(NameOf(member, report)), Member: member))
            .OrderBy(asked => asked.Name, StringComparer.Ordinal)
            .ThenBy(asked => asked.Member.FullName, StringComparer.Ordinal))
        {
            if (!decided.Contains(member))
            {
                Give(
                    Warning.AskedForButLeftAlone,
                    $"{name} carries [PooledAwait], but there is nothing in it to change: it is not async, and calls neither WhenAny nor a method that can pass a state to its delegate. " +
                    "Remove the attribute.",
                    SourceOf(member, report));
            }
            else if (decided[member].All(decision => decision.Reason is { } reason && !s_expected.Contains(reason)))
            {
                var first = decided[member].FirstOrDefault(decision => !s_notUnderstood.Contains(decision.Reason!));
                var told = first ?? decided[member].First();
                Give(
                    Warning.AskedForButLeftAlone, $"{name} carries [PooledAwait], but nothing in it was changed. {Explanation(told)}", told.At, isFault: first != null);
            }
        }
    }

    /// <summary>Warns of methods that were not woven because of a fault in the weaver. The user cannot correct the fault, but can report it.</summary>
    private void GiveUnsound(WeavingReport report, Scope scope)
    {
        var told = scope.Unsound.In(report.Module)
            .Select(one => (Text: $"{report.NameOf(one.Key)} stays as the compiler made it, because {one.Value.Because}. {SendIn}", At: report.SourceOf(one.Key)))
            .OrderBy(one => one.Text, StringComparer.Ordinal)
            .ToList();
        if (scope.Unsound.OfAll is { } finding)
        {
            told = [(Text: $"{report.Module.Name} stays as the compiler made it, because {finding.Because}, and leaving single methods alone did not help. {SendIn}", At: null)];
        }

        if (options.Verify != VerifyLevel.Error)
        {
            told.ForEach(one => Give(Warning.Unsound, one.Text, one.At));
        }
        else if (told.Count > 0)
        {
            // Fody catches one exception, and reports the exception with its source line. So throw only the last fault, and write the other faults as errors.
            foreach (var (text, at) in told.Take(told.Count - 1))
            {
                weaver.WriteError($"PooledAwait {Warning.Unsound.Id}: {text}", at);
            }

            throw new WeavingException($"PooledAwait {Warning.Unsound.Id}: {told[told.Count - 1].Text}") { SequencePoint = told[told.Count - 1].At };
        }
    }

    private static string NameOf(IMemberDefinition member, WeavingReport report) =>
        member is MethodDefinition method ? MethodName.Of(method, report.Owners) : MethodName.Of((PropertyDefinition)member);

    private static SequencePoint? SourceOf(IMemberDefinition member, WeavingReport report) =>
        (member is PropertyDefinition property ? new[] { property.GetMethod, property.SetMethod } : [(MethodDefinition)member])
            .Where(method => method != null)
            .Select(report.SourceOf)
            .FirstOrDefault(point => point != null);

    private static string Explanation(Decision decision) =>
        string.Join(" ", new[] { decision.Reason!.Sentence, decision.Detail, decision.Failed?.Text, decision.Reason.Advice }.Where(part => part != null));

    private void Give(Warning warning, string what, SequencePoint? at = null) => Give(warning, what, at, warning.IsFault);

    /// <param name="warning">The warning.</param>
    /// <param name="what">The text.</param>
    /// <param name="at">The line.</param>
    /// <param name="isFault">Whether to give a warning; if not, a message is given.</param>
    /// <param name="canIgnore">
    /// Whether the text may suggest [PooledAwaitIgnore] on the method. False if the text is about a call that gets its own task. With the attribute on the
    /// calling method, the call would not get a task, and the caller's misuse of the ValueTask could throw an exception.
    /// </param>
    private void Give(Warning warning, string what, SequencePoint? at, bool isFault, bool canIgnore = true)
    {
        if (options.Suppress.Contains(warning.Id))
        {
            return;
        }

        var text = $"PooledAwait {warning.Id}: {what} {Silence(warning, canIgnore)}";
        if (!isFault)
        {
            // A message has no separate field for its source line. Editors find the line if the text begins with file and line in this form.
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

    private static string Silence(Warning warning, bool canIgnore) =>
        warning == Warning.AskedForButLeftAlone ? $"(To silence it: <PooledAwaitSuppress>{warning.Id}</PooledAwaitSuppress>, or remove the attribute.)"
        : canIgnore && (warning == Warning.ConsumedMoreThanOnce || warning == Warning.UnknownShape || warning == Warning.CallerInTheWay || warning == Warning.Unsound)
            ? $"(To silence it: <PooledAwaitSuppress>{warning.Id}</PooledAwaitSuppress>, or [PooledAwaitIgnore] on the method.)"
        : $"(To silence it: <PooledAwaitSuppress>{warning.Id}</PooledAwaitSuppress>.)";
}
