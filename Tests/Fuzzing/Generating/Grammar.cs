namespace Tests.Fuzzing.Generating;

/// <summary>The generators of a program's parts, which call each other, and the state that they share.</summary>
internal sealed class Grammar
{
    /// <summary>The number of promises in a program. The script ends all of them.</summary>
    public const int Promises = 6;

    public const int Tokens = 2;

    private int _sites;
    private int _names;
    private int _budget;

    public Grammar(Draw draw, Profile profile)
    {
        Draw = draw;
        Profile = profile;
        Expressions = new Expressions(this);
        Tasks = new TaskExpressions(this);
        Awaits = new Awaits(this);
        Statements = new Statements(this);
        Protected = new ProtectedStatements(this);
        Functions = new Functions(this);
        Forwarders = new Forwarders(this);
        ValueTasks = new ValueTaskUses(this);
        Kept = new KeptResults(this);
        WhenAny = new WhenAnyCalls(this);
        Waits = new TimedWaits(this);
        ContinueWith = new ContinueWithCalls(this);
        StateObjects = new StateObjectCalls(this);
    }

    public Draw Draw { get; }

    public Profile Profile { get; }

    public Expressions Expressions { get; }

    public TaskExpressions Tasks { get; }

    public Awaits Awaits { get; }

    public Statements Statements { get; }

    public ProtectedStatements Protected { get; }

    public Functions Functions { get; }

    public Forwarders Forwarders { get; }

    public ValueTaskUses ValueTasks { get; }

    public KeptResults Kept { get; }

    public WhenAnyCalls WhenAny { get; }

    public TimedWaits Waits { get; }

    public ContinueWithCalls ContinueWith { get; }

    public StateObjectCalls StateObjects { get; }

    /// <summary>Whether functions may write variables. If the order is not compared, they must not: a written value shows when the function ran.</summary>
    public bool FunctionsWrite => Profile.IsOrdered;

    /// <summary>Returns the number of a new place that logs something.</summary>
    public string Site() => (_sites++).ToString(System.Globalization.CultureInfo.InvariantCulture);

    public string Name(string prefix) => $"{prefix}{_names++}";

    /// <summary>Limits how many pieces one method may contain.</summary>
    public void Allow(int pieces) => _budget = pieces;

    /// <summary>Whether the budget allows another nested piece; takes the piece from the budget.</summary>
    public bool Spend() => _budget-- > 0;
}
