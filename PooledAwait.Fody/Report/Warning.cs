namespace PooledAwait.Fody.Report;

/// <summary>
/// A kind of warning or message that a build gives. Each kind has a page in docs/, a way to silence it, and an identifier whose meaning never changes. The set
/// of kinds is closed.
/// </summary>
internal sealed class Warning
{
    private Warning(string id, bool isFault)
    {
        Id = id;
        IsFault = isFault;
    }

    /// <summary>The identifier, which is PA and three digits.</summary>
    public string Id { get; }

    /// <summary>
    /// Whether somebody certainly made a mistake. If not, the build gives a message of high importance in place of a warning, because a warning fails builds
    /// that treat warnings as errors.
    /// </summary>
    public bool IsFault { get; }

    public static readonly Warning PatternMatchesNothing = new("PA001", isFault: true);
    public static readonly Warning ConsumedMoreThanOnce = new("PA002", isFault: false);
    public static readonly Warning AskedForButLeftAlone = new("PA003", isFault: true);
    public static readonly Warning UnknownShape = new("PA004", isFault: false);
    public static readonly Warning NoSymbols = new("PA005", isFault: false);
    public static readonly Warning CallerInTheWay = new("PA007", isFault: false);

    /// <summary>The weaver, not the user, made a mistake. Nobody would notice a message, so this is a warning.</summary>
    public static readonly Warning Unsound = new("PA008", isFault: true);
}
