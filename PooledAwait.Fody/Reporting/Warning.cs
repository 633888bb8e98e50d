namespace PooledAwait.Fody.Reporting;

/// <summary>
/// What a build tells by itself, each with an identifier that never changes its meaning, a page in docs/, and a way to silence it. The set
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
    /// Whether the user can be sure to have made a mistake. Everything else is a message of high importance, since a warning fails the builds
    /// that treat warnings as errors.
    /// </summary>
    public bool IsFault { get; }

    public static readonly Warning PatternMatchesNothing = new("PA001", isFault: true);
    public static readonly Warning ConsumedMoreThanOnce = new("PA002", isFault: false);
    public static readonly Warning AskedForButLeftAlone = new("PA003", isFault: true);
    public static readonly Warning UnknownShape = new("PA004", isFault: false);
    public static readonly Warning NoSymbols = new("PA005", isFault: false);
    public static readonly Warning CallerInTheWay = new("PA007", isFault: false);

    /// <summary>No mistake of the user's, but one of the weaver's: nobody would hear of it by a message.</summary>
    public static readonly Warning Unsound = new("PA008", isFault: true);
}
