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

    public ValueTaskConsumption(MethodDefinition caller)
    {
        _caller = caller;
        _stack = StackAnalysis.Of(caller);
        _locals = _stack.IsSound ? new LocalFlow(_stack.Flow) : null;
    }

    /// <param name="call">A call in the caller whose result is a ValueTask.</param>
    public ValueTaskUse Of(Instruction call) =>
        _locals == null ? Reason.PassedOn
        : _stack.IsReachable(call) ? OfValue(call, isAwaiter: false)
        : ValueTaskUse.Proper;

    private ValueTaskUse OfValue(Instruction producer, bool isAwaiter)
    {
        if (_stack.ConsumersOf(producer) is not { Count: 1 } consumers)
        {
            return Reason.PassedOn;
        }

        return OfTaken(consumers[0].Consumer) ?? (VariableAccess.Of(consumers[0].Consumer, _caller) is { Kind: VariableAccessKind.Store } store
            ? OfVariable(store, isAwaiter)
            : Reason.PassedOn);
    }

    /// <summary>What an instruction that takes the value itself makes of it; null where it is none of those that need no more looking.</summary>
    private static ValueTaskUse? OfTaken(Instruction consumer) => consumer.OpCode.Code switch
    {
        Code.Ret => ValueTaskUse.Returned,
        Code.Pop => Reason.Discarded,
        Code.Stfld or Code.Stsfld or Code.Stelem_Any or Code.Stobj or Code.Box => Reason.Stored,
        _ => null,
    };

    private ValueTaskUse OfVariable(VariableAccess store, bool isAwaiter)
    {
        var use = ValueTaskUse.Proper;
        var kinds = new Dictionary<Instruction, UseKind>();
        var isAwaited = false;
        foreach (var access in _locals!.UsesOf(store.At))
        {
            foreach (var (consumer, argument) in _stack.ConsumersOf(access.At))
            {
                use = use.And(access.Kind == VariableAccessKind.Address ? OfAddress(consumer, argument) : OfLoad(consumer));
                isAwaited |= IsSuspension(consumer);
                if (KindOf(consumer) is var kind and not UseKind.Neither)
                {
                    kinds[consumer] = kind;
                }
            }
        }

        if (use.Misuse != null)
        {
            return use;
        }

        var paths = PathUses.From(_stack.Flow, store.At, instruction =>
            kinds.TryGetValue(instruction, out var kind) ? kind
            : VariableAccess.Of(instruction, _caller) is { Kind: VariableAccessKind.Store } other && other.Variable == store.Variable ? UseKind.Redefine
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
            isAwaiter && IsSpill(consumer) ? ValueTaskUse.Proper : OfTaken(consumer) ?? Reason.PassedOn;

        ValueTaskUse OfAddress(Instruction consumer, int argument) =>
            consumer.Operand is not MethodReference called ? consumer.OpCode.Code == Code.Initobj ? ValueTaskUse.Proper : Reason.PassedOn
            : isAwaiter && IsSuspension(consumer) ? ValueTaskUse.Proper
            : argument != 0 || !ValueTaskTypes.IsKnown(called.DeclaringType) ? Reason.PassedOn
            : ValueTaskTypes.Asks(called) ? ValueTaskUse.Proper
            : !ValueTaskTypes.Consumes(called) ? Reason.PassedOn
            : ValueTaskTypes.Forwards(called) ? OfValue(consumer, ValueTaskTypes.IsAwaiter(called.ReturnType))
            : ValueTaskUse.Proper;
    }

    private static UseKind KindOf(Instruction consumer) => consumer switch
    {
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
