using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>
/// Follows the ValueTasks that one caller gets: from the call through local variables to what consumes them, and on through the awaitable
/// and the awaiter, which stand for the same ValueTask. Whatever is not one of the few known steps counts as misuse.
/// </summary>
internal sealed class ValueTaskConsumption
{
    private readonly MethodDefinition _caller;
    private readonly StackAnalysis _stack;
    private readonly LocalFlow? _locals;

    /// <summary>The stores that are being followed, since copies may go in a circle.</summary>
    private readonly HashSet<Instruction> _followed = [];

    public ValueTaskConsumption(MethodDefinition caller)
    {
        _caller = caller;
        _stack = StackAnalysis.Of(caller);
        _locals = _stack.IsSound ? new LocalFlow(_stack.Flow) : null;
    }

    /// <param name="call">A call in the caller whose result is a ValueTask.</param>
    public ValueTaskUse Of(Instruction call)
    {
        _followed.Clear();
        return _locals == null ? Reason.PassedOn
            : _stack.IsReachable(call) ? OfValue(call, isAwaiter: false)
            : ValueTaskUse.Proper;
    }

    private ValueTaskUse OfValue(Instruction producer, bool isAwaiter)
    {
        if (_stack.ConsumersOf(producer) is not { Count: 1 } consumers)
        {
            return Reason.PassedOn;
        }

        return OfTaken(consumers[0].Consumer, isAwaiter);
    }

    /// <summary>What an instruction that takes the value itself makes of it.</summary>
    private ValueTaskUse OfTaken(Instruction consumer, bool isAwaiter) => consumer.OpCode.Code switch
    {
        Code.Ret => ValueTaskUse.Returned,
        Code.Pop => Reason.Discarded,
        Code.Stfld or Code.Stsfld or Code.Stelem_Any or Code.Stobj or Code.Box => Reason.Stored,
        _ when StoreOf(consumer) is { } store && _followed.Add(consumer) => OfVariable(store, isAwaiter),
        _ => Reason.PassedOn,
    };

    private VariableAccess? StoreOf(Instruction instruction) =>
        VariableAccess.Of(instruction, _caller) is { Kind: VariableAccessKind.Store } store ? store : null;

    private ValueTaskUse OfVariable(VariableAccess store, bool isAwaiter)
    {
        var use = ValueTaskUse.Proper;
        var kinds = new Dictionary<Instruction, UseKind>();
        var isAwaited = false;
        foreach (var access in _locals!.UsesOf(store.At))
        {
            if (_stack.ConsumersOf(access.At) is not { Count: 1 } consumers)
            {
                return Reason.PassedOn;
            }

            var (consumer, argument) = consumers[0];

            // The kind is noted where the value is loaded: what takes it may stand behind a join, and take another value on another path.
            kinds[access.At] = KindOf(consumer);
            use = use.And(access.Kind == VariableAccessKind.Address ? OfAddress(consumer, argument) : OfLoad(consumer));
            isAwaited |= IsSuspension(consumer);
        }

        if (use.Misuse != null)
        {
            return use;
        }

        var paths = PathUses.From(_stack.Flow, store.At, instruction =>
            kinds.TryGetValue(instruction, out var kind) ? kind
            : StoreOf(instruction) is { } other && other.Variable == store.Variable ? UseKind.Redefine
            : UseKind.Neither);

        return paths switch
        {
            { Consumption: Consumption.PossiblyMoreThanOnce } => Reason.ConsumedTwice,
            { PeekAfterConsume: true } => Reason.AskedAfterConsumption,
            // Where compiled code suspends, the awaiter lives on in a field and is consumed from there.
            { ReturnsUnconsumed: true } or { OverwrittenUnconsumed: true } when !isAwaited => Reason.Discarded,
            _ => use,
        };

        ValueTaskUse OfLoad(Instruction consumer) =>
            isAwaiter && IsSpill(consumer) ? ValueTaskUse.Proper : OfTaken(consumer, isAwaiter);

        ValueTaskUse OfAddress(Instruction consumer, int argument) =>
            consumer.Operand is not MethodReference called ? consumer.OpCode.Code == Code.Initobj ? ValueTaskUse.Proper : Reason.PassedOn
            : isAwaiter && IsSuspension(consumer) ? ValueTaskUse.Proper
            : argument != 0 || !ValueTaskTypes.IsKnown(called.DeclaringType) ? Reason.PassedOn
            : ValueTaskTypes.Asks(called) ? ValueTaskUse.Proper
            : !ValueTaskTypes.Consumes(called) ? Reason.PassedOn
            : ValueTaskTypes.Forwards(called) ? OfValue(consumer, ValueTaskTypes.IsAwaiter(called.ReturnType))
            : ValueTaskUse.Proper;
    }

    // A copy into another variable is followed from there, so here it counts as the end.
    private UseKind KindOf(Instruction consumer) => consumer switch
    {
        _ when StoreOf(consumer) != null => UseKind.Consume,
        { OpCode.Code: Code.Ret } => UseKind.Consume,
        { OpCode.Code: Code.Initobj } => UseKind.Redefine,
        { Operand: MethodReference called } when ValueTaskTypes.Consumes(called) => UseKind.Consume,
        { Operand: MethodReference called } when ValueTaskTypes.Asks(called) => UseKind.Peek,
        _ => UseKind.Neither,
    };

    /// <summary>The compiler's own store of an awaiter into the machine before it suspends.</summary>
    private bool IsSpill(Instruction consumer) =>
        IsMoveNext && consumer is { OpCode.Code: Code.Stfld, Operand: FieldReference field } && field.Name.StartsWith("<>u__", StringComparison.Ordinal);

    private bool IsSuspension(Instruction consumer) =>
        IsMoveNext && consumer.Operand is MethodReference { Name: "AwaitOnCompleted" or "AwaitUnsafeOnCompleted" };

    private bool IsMoveNext =>
        _caller.Name == "MoveNext" &&
        _caller.DeclaringType.Interfaces.Any(type => type.InterfaceType.FullName == "System.Runtime.CompilerServices.IAsyncStateMachine");
}
