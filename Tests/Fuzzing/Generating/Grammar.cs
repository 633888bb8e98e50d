namespace Tests.Fuzzing.Generating;

/// <summary>The generators of a program's parts, and the state that the generators share. The generators call each other through this class.</summary>
internal sealed class Grammar
{
    /// <summary>
    /// The number of promises in a program: operations that the program's methods await. The program's script (the method that starts its calls) ends the
    /// promises.
    /// </summary>
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

    /// <summary>
    /// Whether the program's functions may write variables. A written value shows when a function ran. So functions may write only if the order of events is
    /// compared.
    /// </summary>
    public bool FunctionsWrite => Profile.IsOrdered;

    /// <summary>Returns a new number, which identifies one place of the program in the trace.</summary>
    public string Site() => (_sites++).ToString(System.Globalization.CultureInfo.InvariantCulture);

    public string Name(string prefix) => $"{prefix}{_names++}";

    /// <summary>Sets how many nested pieces one method may contain.</summary>
    public void Allow(int pieces) => _budget = pieces;

    /// <summary>Returns whether the budget allows another nested piece, and subtracts the piece from the budget.</summary>
    public bool Spend() => _budget-- > 0;
}
