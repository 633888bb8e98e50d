using System.Globalization;

namespace PooledAwait.Fody.Decisions;

/// <summary>A <see cref="Refusal"/> in words, with its line. The words are made at once, because the refusal itself refers to code that the rewrites may change later.</summary>
/// <param name="Reason">The reason that the condition belongs to.</param>
/// <param name="Condition">The condition that failed; null if the reason stands for only one fact.</param>
/// <param name="Sentence">The condition's sentence, with names from the program filled in; null if there is no condition.</param>
/// <param name="At">The line that decides; null if no single line does, or if the symbols do not contain it.</param>
/// <param name="About">The method that the reason is about; null if it is the method that the decision is about.</param>
/// <param name="Because">The failed condition of another method that caused this one.</param>
internal sealed record FailedCondition(
    Reason Reason, Condition? Condition, string? Sentence, SequencePoint? At, MethodDefinition? About = null, FailedCondition? Because = null)
{
    /// <summary>The sentence, followed by the line.</summary>
    public string? Text => Sentence == null || At == null ? Sentence : $"{Sentence} ({SourceLine.Text(At)})";

    /// <param name="refusal">The refusal of a recogniser.</param>
    /// <param name="nameOf">A method's name as the report shows it.</param>
    public static FailedCondition Of(Refusal refusal, Func<MethodDefinition, string> nameOf) => new(
        refusal.Reason,
        refusal.Condition,
        refusal.Condition is { } condition ? string.Format(CultureInfo.InvariantCulture, condition.Sentence, [.. refusal.Names.Select(name => ProgramName.Of(name, nameOf))]) : null,
        refusal.Place is var (method, at) ? SourceLine.Of(method, at) : null,
        refusal.About,
        refusal.Because is { } because ? Of(because, nameOf) : null);
}
