using System.Globalization;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Compiled;

namespace PooledAwait.Fody.Reasons;

/// <summary>A <see cref="Refusal"/> in words, with its line: what it names may look otherwise once the rewrites have changed it.</summary>
/// <param name="Reason">The reason that the condition belongs to.</param>
/// <param name="Condition">Which condition failed; null where the reason stands for one fact alone.</param>
/// <param name="Sentence">The condition's sentence with the names of the program; null where there is none.</param>
/// <param name="At">The line that decides; null where no line does, or symbols do not tell it.</param>
/// <param name="About">The method that has the reason; null where it is the one that was decided about.</param>
/// <param name="Because">What it follows from in another method.</param>
internal sealed record FailedCondition(
    Reason Reason, Condition? Condition, string? Sentence, SequencePoint? At, MethodDefinition? About = null, FailedCondition? Because = null)
{
    /// <summary>The sentence, and the line behind it.</summary>
    public string? Text => Sentence == null || At == null ? Sentence : $"{Sentence} ({SourceLine.Text(At)})";

    /// <param name="refusal">What a recogniser found.</param>
    /// <param name="nameOf">A method's name as the report tells it.</param>
    public static FailedCondition Of(Refusal refusal, Func<MethodDefinition, string> nameOf) => new(
        refusal.Reason,
        refusal.Condition,
        refusal.Condition is { } condition ? string.Format(CultureInfo.InvariantCulture, condition.Sentence, [.. refusal.Names.Select(name => ProgramName.Of(name, nameOf))]) : null,
        refusal.Place is var (method, at) ? SourceLine.Of(method, at) : null,
        refusal.About,
        refusal.Because is { } because ? Of(because, nameOf) : null);
}
