using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Follows the ValueTasks that one method gets: from a call, or from its own caller, through local variables to what consumes them, on through
/// the awaitable and the awaiter, which stand for the same ValueTask, and into methods of the module that they are passed to. Whatever is not
/// one of the few known steps counts as misuse.
/// </summary>
internal sealed class ValueTaskConsumption
{
    private readonly MethodDefinition _caller;
    private readonly ValueTaskParameters _parameters;
    private readonly StackAnalysis _stack;
    private readonly LocalFlow? _locals;

    /// <summary>The stores that are being followed, since copies may go in a circle.</summary>
    private readonly HashSet<Instruction> _followed = [];

    public ValueTaskConsumption(MethodDefinition caller, ValueTaskParameters parameters)
    {
        _caller = caller;
        _parameters = parameters;
        _stack = StackAnalysis.Of(caller);
        _locals = _stack.IsSound ? new LocalFlow(_stack.Flow) : null;
    }

    /// <param name="call">A call in the caller whose result is a ValueTask, or an awaitable or awaiter of one.</param>
    public ValueTaskUse Of(Instruction call)
    {
        _followed.Clear();
        return _locals == null ? Reason.PassedOn
            : _stack.IsReachable(call) ? OfValue(call, ValueTaskTypes.IsAwaiter(ValueTaskCalls.ResultOf((MethodReference)call.Operand)))
            : ValueTaskUse.Proper;
    }

    /// <param name="parameter">One of the caller's own parameters that is a ValueTask.</param>
    public ValueTaskUse OfParameter(Variable parameter)
    {
        _followed.Clear();
        return _locals == null
            ? Reason.PassedOn
            : OfVariable(parameter, _locals.UsesOfInitial(parameter), classify => PathUses.FromEntry(_stack.Flow, classify), isAwaiter: false);
    }

    /// <summary>
    /// What a machine's code makes of an argument that its kick-off method left in a field. Paths on which it never suspends tell all: an await that need
    /// not suspend comes to the same place as one that went on. What counts as the end is that it tells its result: the graph lets any way through a finally
    /// block come to where a suspension returns.
    /// </summary>
    public ValueTaskUse OfField(FieldDefinition field)
    {
        _followed.Clear();
        if (_locals == null)
        {
            return Reason.PassedOn;
        }

        var use = ValueTaskUse.Proper;
        var kinds = new Dictionary<Instruction, UseKind>();
        foreach (var access in _stack.Flow.Instructions.Where(at => at.Operand is FieldReference named && named.Resolve() == field && _stack.IsReachable(at)))
        {
            if (access.OpCode.Code is not (Code.Ldfld or Code.Ldflda) || _stack.ConsumersOf(access) is not { Count: 1 } consumers ||
                KindOf(consumers[0].Consumer) == UseKind.Redefine)
            {
                return Reason.PassedOn;
            }

            kinds[access] = KindOf(consumers[0].Consumer);
            use = use.And(access.OpCode.Code == Code.Ldflda ? OfAddress(consumers[0], isAwaiter: false) : OfTaken(consumers[0], isAwaiter: false));
        }

        var running = new RunningPaths(_stack, _locals);
        var paths = PathUses.FromEntry(
            _stack.Flow,
            instruction => kinds.TryGetValue(instruction, out var kind) ? kind : IsOfBuilder(instruction, "SetResult") ? UseKind.Redefine : UseKind.Neither,
            position => IsSuspension(_stack.Flow.Instructions[position]) ? [] : running.SuccessorsOf(position));
        return use with { Misuse = use.Misuse ?? MisuseOn(paths with { ReturnsUnconsumed = false }) };
    }

    private ValueTaskUse OfValue(Instruction producer, bool isAwaiter) =>
        _stack.ConsumersOf(producer) is { Count: 1 } consumers ? OfTaken(consumers[0], isAwaiter) : Reason.PassedOn;

    /// <summary>What an instruction that takes the value itself makes of it.</summary>
    private ValueTaskUse OfTaken(StackUse taken, bool isAwaiter) => taken.Consumer.OpCode.Code switch
    {
        Code.Ret => RuntimeAsync.Is(_caller) ? Reason.Stored : ValueTaskUse.Returned,
        Code.Pop => Reason.Discarded,
        Code.Stfld when _parameters.IsConsumedByMachine(_caller, taken.Consumer) => ValueTaskUse.Proper,
        Code.Stfld or Code.Stsfld or Code.Stelem_Any or Code.Stobj or Code.Box => Reason.Stored,
        Code.Call when taken.Consumer.Operand is MethodReference called && RuntimeAsync.IsAwait(called) => ValueTaskUse.Proper,
        Code.Call or Code.Callvirt when _parameters.IsConsumedBy(taken) => ValueTaskUse.Proper,
        _ when StoreOf(taken.Consumer) is { } store && _followed.Add(taken.Consumer) =>
            OfVariable(store.Variable, _locals!.UsesOf(store.At), classify => PathUses.From(_stack.Flow, store.At, classify), isAwaiter),
        _ => Reason.PassedOn,
    };

    private VariableAccess? StoreOf(Instruction instruction) =>
        VariableAccess.Of(instruction, _caller) is { Kind: VariableAccessKind.Store } store ? store : null;

    private ValueTaskUse OfVariable(Variable variable, IReadOnlyList<VariableAccess> accesses, Func<Func<Instruction, UseKind>, PathUses> follow, bool isAwaiter)
    {
        var taken = new Dictionary<Instruction, StackUse>();
        foreach (var access in accesses)
        {
            if (_stack.ConsumersOf(access.At) is not { Count: 1 } consumers)
            {
                return Reason.PassedOn;
            }

            taken.Add(access.At, consumers[0]);
        }

        // Where compiled code suspends, it keeps the awaiter in a field of the machine, and consumes it from there.
        var isAwaited = taken.Values.Any(one => IsSuspension(one.Consumer));
        var use = ValueTaskUse.Proper;

        // The kind is noted where the value is loaded: what takes it may stand behind a join, and take another value on another path.
        var kinds = new Dictionary<Instruction, UseKind>();
        foreach (var access in accesses)
        {
            var consumer = taken[access.At].Consumer;
            if (isAwaiter && isAwaited && IsStoreIntoMachine(consumer))
            {
                kinds[access.At] = UseKind.Neither;
                continue;
            }

            kinds[access.At] = KindOf(consumer);
            use = use.And(access.Kind == VariableAccessKind.Address ? OfAddress(taken[access.At], isAwaiter) : OfTaken(taken[access.At], isAwaiter));
        }

        if (use.Misuse != null)
        {
            return use;
        }

        var paths = follow(instruction =>
            kinds.TryGetValue(instruction, out var kind) ? kind
            : StoreOf(instruction) is { } other && other.Variable == variable ? UseKind.Redefine
            : UseKind.Neither);
        return use with { Misuse = MisuseOn(isAwaited ? paths with { ReturnsUnconsumed = false, OverwrittenUnconsumed = false } : paths) };
    }

    private ValueTaskUse OfAddress(StackUse taken, bool isAwaiter) =>
        taken.Consumer.Operand is not MethodReference called ? taken.Consumer.OpCode.Code == Code.Initobj ? ValueTaskUse.Proper : Reason.PassedOn
        : isAwaiter && IsSuspension(taken.Consumer) ? ValueTaskUse.Proper
        : ValueTaskTypes.Reinterprets(called) ? OfReinterpreted(taken.Consumer)
        : taken.Argument != 0 || !ValueTaskTypes.IsKnown(called.DeclaringType) ? Reason.PassedOn
        : ValueTaskTypes.Asks(called) ? ValueTaskUse.Proper
        : !ValueTaskTypes.Consumes(called) ? Reason.PassedOn
        : ValueTaskTypes.Forwards(called) ? OfValue(taken.Consumer, ValueTaskTypes.IsAwaiter(called.ReturnType))
        : ValueTaskUse.Proper;

    /// <summary>Generic code that knows two of its types to be one casts the ValueTask of the one into that of the other, and reads it.</summary>
    private ValueTaskUse OfReinterpreted(Instruction cast) =>
        _stack.ConsumersOf(cast) is { Count: 1 } consumers && consumers[0].Consumer is { OpCode.Code: Code.Ldobj } load
            ? OfValue(load, isAwaiter: false)
            : Reason.PassedOn;

    private static Reason? MisuseOn(PathUses paths) => paths switch
    {
        { Consumption: Consumption.PossiblyMoreThanOnce } => Reason.ConsumedTwice,
        { PeekAfterConsume: true } => Reason.AskedAfterConsumption,
        { ReturnsUnconsumed: true } or { OverwrittenUnconsumed: true } =>
            paths.Consumption == Consumption.Never ? Reason.Discarded : Reason.ConsumedOnSomePaths,
        _ => null,
    };

    // A copy into another variable, a field or a parameter is followed from there, so here it counts as the end.
    private UseKind KindOf(Instruction consumer) => consumer switch
    {
        _ when StoreOf(consumer) != null => UseKind.Consume,
        { OpCode.Code: Code.Ret } => UseKind.Consume,
        { OpCode.Code: Code.Initobj } => UseKind.Redefine,
        { OpCode.Code: Code.Stfld } => UseKind.Consume,
        { Operand: MethodReference called } when ValueTaskTypes.Asks(called) => UseKind.Peek,
        { Operand: MethodReference } when !IsSuspension(consumer) => UseKind.Consume,
        _ => UseKind.Neither,
    };

    private bool IsStoreIntoMachine(Instruction consumer) =>
        consumer is { OpCode.Code: Code.Stfld, Operand: FieldReference field } && field.DeclaringType.Resolve() == _caller.DeclaringType;

    private bool IsSuspension(Instruction consumer) => IsOfBuilder(consumer, "AwaitUnsafeOnCompleted") || IsOfBuilder(consumer, "AwaitOnCompleted");

    /// <summary>The compiler's own call of the machine's builder; code that is written by hand may call methods of that name too.</summary>
    private bool IsOfBuilder(Instruction instruction, string name) =>
        instruction.Operand is MethodReference { HasThis: true } called && called.Name == name && IsMoveNext &&
        _stack.SingleProducerOf(instruction, 0) is { OpCode.Code: Code.Ldflda or Code.Ldfld, Operand: FieldReference { Name: "<>t__builder" } };

    private bool IsMoveNext =>
        _caller.Name == "MoveNext" &&
        _caller.DeclaringType.Interfaces.Any(type => type.InterfaceType.FullName == "System.Runtime.CompilerServices.IAsyncStateMachine");
}
