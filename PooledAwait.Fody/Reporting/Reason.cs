namespace PooledAwait.Fody.Reporting;

/// <summary>
/// Why something was left alone. The set is closed: a recogniser names one of these and adds at most the place, so that users find the
/// same words everywhere and tests can assert them.
/// </summary>
internal sealed class Reason
{
    private Reason(string id, string sentence)
    {
        Id = id;
        Sentence = sentence;
    }

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>One sentence for the user.</summary>
    public string Sentence { get; }

    public override string ToString() => Id;

    // Scope: the user's own choice.
    public static readonly Reason Excluded = new("excluded", "Its type is excluded by FodyWeavers.xml.");
    public static readonly Reason NotIncluded = new("not-included", "Its type is not among the included ones in FodyWeavers.xml.");
    public static readonly Reason NotOptedIn = new("not-opted-in", "OptIn is on, and nothing around it carries [PooledAwait].");
    public static readonly Reason Ignored = new("ignored", "It, or something around it, carries [PooledAwaitIgnore].");
    public static readonly Reason SwitchedOff = new("switched-off", "This rewrite is switched off here by FodyWeavers.xml or an attribute.");
}
