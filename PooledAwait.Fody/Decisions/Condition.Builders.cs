namespace PooledAwait.Fody.Decisions;

/// <content>The conditions on a state machine and its kick-off method.</content>
internal sealed partial class Condition
{
    // The machine's type and its members.
    public static readonly Condition MachineElsewhere = new("machine-elsewhere", "Its state machine `{0}` is not a type of this assembly.", Reason.UnknownShape);
    public static readonly Condition NotGenerated = new(
        "not-generated", "Its state machine `{0}` does not carry [CompilerGenerated].", Reason.UnknownShape, Reason.OtherCompiler);
    public static readonly Condition BuilderFields = new(
        "builder-fields", "Its state machine `{0}` has {1} fields of its builder's type instead of one.", Reason.UnknownShape, Reason.OtherCompiler);
    public static readonly Condition MachineMethods = new(
        "machine-methods", "Its state machine `{0}` has {1} methods named {2} instead of one.", Reason.UnknownShape, Reason.OtherCompiler);

    // The code of the machine and of its kick-off method.
    public static readonly Condition BuilderCalls = new(
        "builder-calls", "`{0}` calls {1} on its builder; the compiler emits {2}.", Reason.UnknownShape, Reason.OtherCompiler);
    public static readonly Condition BuilderInVariable = new(
        "builder-in-variable", "A variable or a parameter of `{0}` has the builder's type.", Reason.UnknownShape, Reason.OtherCompiler);
    public static readonly Condition BuilderHandedOn = new(
        "builder-handed-on", "`{0}` uses its builder in a way that the compiler does not emit, at `{1}`.", Reason.UnknownShape, Reason.OtherCompiler);
    public static readonly Condition UsedWhenCompleted = new(
        "used-when-completed", "Its state machine is used after it has completed.", Reason.UnknownShape, Reason.OtherCompiler);

    // The methods that use the builder.
    public static readonly Condition NotMarked = new(
        "not-marked", "It starts a state machine but does not carry [AsyncStateMachine].", Reason.BuilderUsedByHand);
    public static readonly Condition StartedTwice = new("started-twice", "Its state machine is started in {0} places.", Reason.BuilderUsedByHand);
    public static readonly Condition BuilderNamedElsewhere = new("builder-named-elsewhere", "`{0}` uses its builder too.", Reason.BuilderUsedByHand);

    public static readonly Condition StartsNothing = new("starts-nothing", "It carries [AsyncStateMachine] but does not call Start on a builder.", Reason.CustomTaskType);
    public static readonly Condition UnknownBuilder = new("unknown-builder", "Its builder is `{0}`, from {1}.", Reason.CustomTaskType);
}
