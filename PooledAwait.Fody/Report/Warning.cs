namespace PooledAwait.Fody.Report;

/// <summary>
/// A warning or message that a build gives without being asked. Each has an identifier whose meaning never changes, a page in docs/, and a way to silence it. The set
/// is closed.
/// </summary>
internal sealed class Warning
{
    private Warning(string id, bool isFault)
    {
        Id = id;
        IsFault = isFault;
    }

    /// <summary>PA and three digits.</summary>
    public string Id { get; }

    /// <summary>
    /// Whether it is certain that somebody made a mistake. Everything else is a message of high importance, because a warning fails the builds
    /// that treat warnings as errors.
    /// </summary>
    public bool IsFault { get; }

    public static readonly Warning PatternMatchesNothing = new("PA001", isFault: true);
    public static readonly Warning ConsumedMoreThanOnce = new("PA002", isFault: false);
    public static readonly Warning AskedForButLeftAlone = new("PA003", isFault: true);
    public static readonly Warning UnknownShape = new("PA004", isFault: false);
    public static readonly Warning NoSymbols = new("PA005", isFault: false);
    public static readonly Warning CallerInTheWay = new("PA007", isFault: false);

    /// <summary>A mistake of the weaver, not of the user. It is a warning because nobody would notice a message.</summary>
    public static readonly Warning Unsound = new("PA008", isFault: true);
}
