namespace PooledAwait.Fody.Reasons;

/// <summary>
/// What must hold for a change, and did not. A reason that stands for several facts has one for each of them, with places in its sentence for the names of the program. The set
/// is closed, as that of the reasons is; a reason that stands for one fact has none.
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
    /// The reasons that it stands for. Nearly always one: what is wrong with a body, or with a state machine, is the same fact for whichever reason its reader refuses.
    /// </summary>
    public IReadOnlyList<Reason> Reasons { get; }

    public override string ToString() => Id;

    /// <summary>The refusal for the reason that it stands for, the first where there are more.</summary>
    /// <param name="names">What takes the places of the sentence: methods, fields and types of the program, texts, numbers.</param>
    public Refusal With(params object[] names) => For(Reasons[0], names);

    /// <summary>The refusal for one of the reasons that it stands for.</summary>
    public Refusal For(Reason reason, params object[] names) => new(reason, this) { Names = names };
}
