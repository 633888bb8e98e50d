using System.Text;

namespace PooledAwait.Inspect.Printing;

/// <summary>An explanation of the decisions about one method.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Method">The method's name in the source code.</param>
/// <param name="Source">The source file's name and the line, if there are symbols.</param>
/// <param name="Decisions">The decisions of the rewrites; none if there was nothing to decide.</param>
internal sealed record WhyAnswer(string Assembly, string Method, string? Source, IReadOnlyList<ExplainedDecision> Decisions)
{
    public override string ToString()
    {
        var text = new StringBuilder($"{Method} in {Assembly}{(Source == null ? "" : $", {Source}")}\n");
        if (Decisions.Count == 0)
        {
            text.Append("  There was nothing to decide: it is not async, and calls nothing that the weaver rewrites.\n");
        }

        foreach (var decision in Decisions)
        {
            decision.AppendTo(text);
        }

        return text.ToString();
    }
}

/// <summary>The decision of one rewrite about one place.</summary>
/// <param name="Rewrite">The rewrite.</param>
/// <param name="Outcome">Either <c>changed</c> or <c>leftAlone</c>.</param>
/// <param name="Source">The line.</param>
/// <param name="Changed">A description of the change; null if nothing was changed.</param>
/// <param name="Steps">The reasons why the place was left alone. Each further step is the cause of the step before it. The last step decides.</param>
/// <param name="Advice">What the user can change; null if nothing.</param>
internal sealed record ExplainedDecision(string Rewrite, string Outcome, string? Source, string? Changed, IReadOnlyList<ExplainedStep> Steps, string? Advice)
{
    public void AppendTo(StringBuilder text)
    {
        text.Append($"  {Rewrite}{(Source == null ? "" : $" at {Source}")}: {(Steps.Count == 0 ? "changed" : $"left alone, {Steps[0].Reason}")}\n");
        if (Changed != null)
        {
            text.Append($"    {Changed}\n");
        }

        for (var i = 0; i < Steps.Count; i++)
        {
            var (method, reason, condition, sentences, source) = Steps[i];
            text.Append(i == 0 ? "    " : $"    because of {method}: {reason}\n      ");
            text.Append($"{sentences}{(source == null ? "" : $" ({source})")}{(condition == null ? "" : $" [{condition}]")}\n");
        }

        if (Steps.Count > 0)
        {
            text.Append($"    What to change: {Advice ?? "nothing, it works as before."}\n");
        }
    }
}

/// <summary>One step of an explanation.</summary>
/// <param name="Method">The method to which the reason applies.</param>
/// <param name="Reason">The reason's identifier.</param>
/// <param name="Condition">The identifier of the condition that failed; null if the reason has only one cause.</param>
/// <param name="Sentences">The reason and the condition in words.</param>
/// <param name="Source">The line that decides, if there is one.</param>
internal sealed record ExplainedStep(string Method, string Reason, string? Condition, string Sentences, string? Source);
