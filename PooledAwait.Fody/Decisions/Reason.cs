namespace PooledAwait.Fody.Decisions;

/// <summary>
/// Why the weaver left something alone. Only <c>GivenATask</c> is different: it says why a call of a pooled method still gets its own task. The set is closed: recognisers choose a reason, and never
/// write a sentence themselves. So users find the same words everywhere, and tests can assert them. If a reason stands for several facts, a <see cref="Condition"/> says which one it was.
/// </summary>
internal sealed partial class Reason
{
    /// <summary>The advice if there is nothing that the user could do.</summary>
    public const string NothingToDo = "There is nothing to do: it works as before.";

    private const string Documentation = "https://github.com/PooledAwait/PooledAwait.Fody/blob/main/docs/reasons.md";

    private readonly Func<Rewrite, string>? _remedy;

    private Reason(string id, string sentence, string? advice = null, Func<Rewrite, string>? remedy = null)
    {
        Id = id;
        Sentence = sentence;
        HasAdvice = advice != null;
        Advice = advice ?? NothingToDo;
        _remedy = remedy;
    }

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user.</summary>
    public string Sentence { get; }

    public string Advice { get; }

    /// <summary>Whether there is anything to do. If not, the user loses nothing, and summaries do not count the place as left alone.</summary>
    public bool HasAdvice { get; }

    /// <summary>The address of the reason's documentation.</summary>
    public string Page => $"{Documentation}#{Id}";

    /// <summary>The attribute or option that changes the decision, as the user would write it; null if there is none.</summary>
    public string? RemedyFor(Rewrite rewrite) => _remedy?.Invoke(rewrite);

    public override string ToString() => Id;

    private static string Property(string option, string value) => $"<PooledAwait{option}>{value}</PooledAwait{option}>";
}
