namespace PooledAwait.Fody.Decisions;

/// <summary>
/// A reason why the weaver left something alone. Only <c>GivenATask</c> says something else: why a call of a pooled method gets its own task. The set of
/// reasons is closed. Code that refuses a change chooses a reason, and never writes a sentence itself. So users find the same words everywhere, and tests can
/// check these words. If a reason has several possible causes, a <see cref="Condition"/> names the cause.
/// </summary>
internal sealed partial class Reason
{
    /// <summary>The advice of a reason that requires nothing of the user.</summary>
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

    /// <summary>A short identifier in kebab case, which never changes.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user.</summary>
    public string Sentence { get; }

    public string Advice { get; }

    /// <summary>Whether the user can do something about the reason. If not, summaries do not count the place as left alone.</summary>
    public bool HasAdvice { get; }

    /// <summary>The address of the reason's documentation.</summary>
    public string Page => $"{Documentation}#{Id}";

    /// <summary>Returns the attribute or option that changes the decision, as the user would write it; null if there is none.</summary>
    public string? RemedyFor(Rewrite rewrite) => _remedy?.Invoke(rewrite);

    public override string ToString() => Id;

    private static string Property(string option, string value) => $"<PooledAwait{option}>{value}</PooledAwait{option}>";
}
