namespace PooledAwait.Fody.Decisions;

/// <summary>
/// A condition that a refused change did not meet. If a reason has several possible causes, there is a condition for each cause. A reason with one cause has no
/// condition. The condition's sentence has placeholders for names from the program. The set of conditions is closed, like the set of reasons.
/// </summary>
internal sealed partial class Condition
{
    private Condition(string id, string sentence, params Reason[] reasons)
    {
        Id = id;
        Sentence = sentence;
        Reasons = reasons;
    }

    /// <summary>A short identifier in kebab case, which never changes.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user, as a format for <see cref="string.Format(string, object[])"/>.</summary>
    public string Sentence { get; }

    /// <summary>
    /// The reasons to which this condition can belong, usually only one. Some conditions, such as a valid body, apply to several kinds of changes. Each kind of
    /// change then has its own reason.
    /// </summary>
    public IReadOnlyList<Reason> Reasons { get; }

    public override string ToString() => Id;

    /// <summary>Makes the refusal for the condition's first reason. Most conditions have only one reason.</summary>
    /// <param name="names">The values for the sentence's placeholders: methods, fields and types of the program, texts, numbers.</param>
    public Refusal With(params object[] names) => For(Reasons[0], names);

    /// <summary>Makes the refusal for one of the condition's reasons.</summary>
    public Refusal For(Reason reason, params object[] names) => new(reason, this) { Names = names };
}
