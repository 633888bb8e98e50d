namespace PooledAwait.Fody.Decisions;

/// <summary>
/// What must be true for a change, and was not. A reason that stands for several facts has one condition for each of them. The condition's sentence has placeholders for names of the program. The
/// set is closed, like the set of reasons. A reason that stands for one fact has no condition.
/// </summary>
internal sealed partial class Condition
{
    private Condition(string id, string sentence, params Reason[] reasons)
    {
        Id = id;
        Sentence = sentence;
        Reasons = reasons;
    }

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user, in the form of <see cref="string.Format(string, object[])"/>.</summary>
    public string Sentence { get; }

    /// <summary>
    /// The reasons that it stands for, nearly always one. There are several if the same fact, such as what is wrong with a body or with a state machine, makes several recognisers refuse, each
    /// for its own reason.
    /// </summary>
    public IReadOnlyList<Reason> Reasons { get; }

    public override string ToString() => Id;

    /// <summary>The refusal for the reason that it stands for, or for the first if there are more.</summary>
    /// <param name="names">The values for the sentence's placeholders: methods, fields and types of the program, texts, numbers.</param>
    public Refusal With(params object[] names) => For(Reasons[0], names);

    /// <summary>The refusal for one of the reasons that it stands for.</summary>
    public Refusal For(Reason reason, params object[] names) => new(reason, this) { Names = names };
}
