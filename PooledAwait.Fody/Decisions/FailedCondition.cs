using System.Globalization;

namespace PooledAwait.Fody.Decisions;

/// <summary>
/// The text of a <see cref="Refusal"/>, with the line that caused the refusal. The report makes the text as soon as it gets the refusal, because rewrites may
/// later change the code to which the refusal refers.
/// </summary>
/// <param name="Reason">The reason that the condition belongs to.</param>
/// <param name="Condition">The condition that failed; null if the reason has only one possible cause.</param>
/// <param name="Sentence">The condition's sentence, with names from the program filled in; null if there is no condition.</param>
/// <param name="At">The line that caused the refusal; null if no single line did, or if the symbols do not contain the line.</param>
/// <param name="About">The method that the reason is about; null if the reason is about the same method as the decision.</param>
/// <param name="Because">Another method's failed condition, which caused this refusal; null if there is none.</param>
internal sealed record FailedCondition(
    Reason Reason, Condition? Condition, string? Sentence, SequencePoint? At, MethodDefinition? About = null, FailedCondition? Because = null)
{
    /// <summary>The sentence, followed by the line.</summary>
    public string? Text => Sentence == null || At == null ? Sentence : $"{Sentence} ({SourceLine.Text(At)})";

    /// <param name="refusal">The refusal of a recogniser.</param>
    /// <param name="nameOf">Returns a method's name as the report shows it.</param>
    public static FailedCondition Of(Refusal refusal, Func<MethodDefinition, string> nameOf) => new(
        refusal.Reason,
        refusal.Condition,
        refusal.Condition is { } condition ? string.Format(CultureInfo.InvariantCulture, condition.Sentence, [.. refusal.Names.Select(name => ProgramName.Of(name, nameOf))]) : null,
        refusal.Place is var (method, at) ? SourceLine.Of(method, at) : null,
        refusal.About,
        refusal.Because is { } because ? Of(because, nameOf) : null);
}
