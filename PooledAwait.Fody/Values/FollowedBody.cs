using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>
/// A body through which the analysis follows values. In the code of a state machine, the analysis follows only paths on which the machine never suspends. It
/// needs no other paths, because a machine that resumes after an await continues at the same instruction as a machine that does not suspend there.
/// </summary>
internal sealed class FollowedBody
{
    private const string PoolingBuilder = "System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder";

    private readonly RunningPaths? _running;
    private readonly bool _isMoveNext;
    private readonly int[]?[] _successors;
    private AccessedPlaces? _places;
    private LiveRanges? _live;

    private FollowedBody(StackAnalysis stack)
    {
        Stack = stack;
        _successors = new int[]?[stack.Flow.Instructions.Count];
        _isMoveNext = MoveNext.Is(stack.Flow.Method);
        if (_isMoveNext && HasKnownBuilder(stack.Flow.Method.DeclaringType))
        {
            var running = new RunningPaths(stack, new LocalFlow(stack.Flow));
            _running = running.IsKnown ? running : null;
        }
    }

    public StackAnalysis Stack { get; }

    public MethodDefinition Method => Stack.Flow.Method;

    /// <summary>Finds the instructions that name a given variable or field (<see cref="Place"/>).</summary>
    public AccessedPlaces Places => _places ??= new AccessedPlaces(this);

    /// <summary>
    /// The positions at which code can still take the value of a given variable, of a given field, or of an instruction's result on the stack.
    /// </summary>
    public LiveRanges Live => _live ??= new LiveRanges(this);

    /// <summary>
    /// Whether this is the code of an async method with a known builder, and the weaver understands how the code uses the machine's state. If so, the
    /// analysis may assume that the machine's fields keep their values across suspensions.
    /// </summary>
    public bool IsMachine => _running != null;

    /// <param name="method">The method.</param>
    /// <param name="fault">Why the weaver does not understand the body; null if it does.</param>
    /// <returns>The body; null if the weaver does not understand it.</returns>
    public static FollowedBody? Of(MethodDefinition method, out BodyFault? fault)
    {
        var stack = StackAnalysis.Of(method);
        fault = stack.Fault;
        return fault == null ? new FollowedBody(stack) : null;
    }

    /// <param name="stack">The analysis of the body. <see cref="StackAnalysis.IsSound"/> must be true.</param>
    public static FollowedBody Of(StackAnalysis stack) => new(stack);

    /// <summary>Returns whether a known builder runs a machine. An unknown builder might run the machine, or a copy of the machine, more than once.</summary>
    public static bool HasKnownBuilder(TypeDefinition machine) =>
        machine.Fields.Any(field => field.Name == "<>t__builder" && IsKnownBuilder(field.FieldType));

    /// <summary>Returns the positions to which control may go when the instruction at a position has completed.</summary>
    public int[] SuccessorsOf(int position) => _successors[position] ??=
        IsSuspension(Stack.Flow.Instructions[position]) ? [] : _running?.SuccessorsOf(position) ?? Stack.Flow.SuccessorsOf(position);

    /// <summary>Returns whether an instruction suspends the machine. After such an instruction, the machine's code returns.</summary>
    public bool IsSuspension(Instruction instruction) =>
        _isMoveNext && instruction.Operand is MethodReference { HasThis: true, Name: "AwaitUnsafeOnCompleted" or "AwaitOnCompleted" or RuntimeReference.AwaitDirect } &&
        Stack.SingleProducerOf(instruction, 0) is { OpCode.Code: Code.Ldflda or Code.Ldfld, Operand: FieldReference { Name: "<>t__builder" } };

    /// <summary>Returns whether every instruction that names a field accesses the field on <c>this</c> (the machine), and not on another object.</summary>
    public bool NamesAsOwn(FieldDefinition field) => Places.AreOwn(field);

    /// <summary>Returns the place (a variable or field) whose value or address an instruction loads; null if there is none.</summary>
    public Place? LoadedFrom(Instruction at, out bool isAddress)
    {
        var access = VariableAccess.Of(at, Method);
        isAddress = access?.Kind == VariableAccessKind.Address || at.OpCode.Code == Code.Ldflda;
        return access != null ? (access.Kind == VariableAccessKind.Store ? (Place?)null : access.Variable)
            : at.OpCode.Code is Code.Ldfld or Code.Ldflda && OwnField(at) is { } field ? Place.Of(field)
            : null;
    }

    /// <summary>Returns the place into which an instruction stores a value; null if there is none.</summary>
    public Place? StoredTo(Instruction at) =>
        at.OpCode.Code == Code.Stfld ? (OwnField(at) is { } field ? Place.Of(field) : (Place?)null)
        : VariableAccess.Of(at, Method) is { Kind: VariableAccessKind.Store } store ? (Place?)store.Variable
        : null;

    /// <summary>Returns the place into which an instruction stores a value, or which the instruction initialises; null if there is none.</summary>
    public Place? Overwritten(Instruction at)
    {
        if (StoredTo(at) is { } stored)
        {
            return stored;
        }

        var isInitialised = at.OpCode.Code == Code.Initobj || at is { OpCode.Code: Code.Call, Operand: MethodReference { Name: ".ctor", HasThis: true } };
        return isInitialised && Stack.SingleProducerOf(at, 0) is { } address && LoadedFrom(address, out var isAddress) is { } place && isAddress
            ? place
            : (Place?)null;
    }

    /// <summary>
    /// If an instruction loads or stores a field of <c>this</c> (the machine), or loads the field's address, returns the field; otherwise null.
    /// </summary>
    public FieldDefinition? OwnField(Instruction instruction) =>
        _isMoveNext && instruction is { OpCode.Code: Code.Ldfld or Code.Ldflda or Code.Stfld, Operand: FieldReference named } &&
        named.DeclaringType.GetElementType() is var declaring && declaring.Name == Method.DeclaringType.Name &&
        named.Resolve() is { } field && field.DeclaringType == Method.DeclaringType && IsThis(Stack.SingleProducerOf(instruction, 0))
            ? field
            : null;

    private bool IsThis(Instruction? producer) =>
        producer != null && VariableAccess.Of(producer, Method) is { Kind: VariableAccessKind.Load } load && load.Variable == Variable.This;

    private static bool IsKnownBuilder(TypeReference type)
    {
        var element = type.GetElementType();
        return BuilderType.Of(type) != null
            || (BaseLibrary.Has(element) && element.FullName is PoolingBuilder or PoolingBuilder + "`1")
            || (RuntimeReference.Has(element) && BuilderType.All.Any(builder => builder.Pooled == element.Name || builder.Direct == element.Name));
    }
}
