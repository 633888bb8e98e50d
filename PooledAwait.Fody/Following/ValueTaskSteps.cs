using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Following;

/// <summary>
/// What the instructions of a body mean for a ValueTask, or an awaitable or awaiter that stands for one. Whatever is not one of the few known steps counts as
/// misuse.
/// </summary>
internal sealed class ValueTaskSteps(FollowedBody body, ValueTaskParameters parameters, MachineFields fields) : ISteps
{
    public Step Of(StackUse taken, bool isAddress) => isAddress ? OfAddress(taken) : OfValue(taken);

    private Step OfValue(StackUse taken)
    {
        var consumer = taken.Consumer;
        switch (consumer.OpCode.Code)
        {
            case Code.Ret:
                return RuntimeAsync.Is(body.Method) ? Reason.Stored : StepKind.Returns;
            case Code.Pop:
                return StepKind.Ignores;
            case Code.Stfld when taken.Argument == 1 && body.OwnField(consumer) is { } field && Keeps(field):
                return StepKind.Keeps;
            case Code.Stfld when taken.Argument == 1 && fields.TakerOfArgument(body.Method, consumer) is { } moveNext:
                return StepOf(parameters.UseOfField(moveNext, ((FieldReference)consumer.Operand).Resolve()), Reason.Stored);
            case Code.Stfld or Code.Stsfld or Code.Stelem_Any or Code.Stobj:
                return Reason.Stored;
            case Code.Box:
                return body.Stack.ConsumersOf(consumer).All(use => IsUnboxed(use.Consumer)) ? StepKind.Continues : Reason.Stored;
            case Code.Unbox_Any when IsUnboxed(consumer):
                return StepKind.Continues;
            case Code.Call when RuntimeAsync.IsAwait((MethodReference)consumer.Operand) || ValueTaskTypes.IsDirectAwait((MethodReference)consumer.Operand):
                return StepKind.Consumes;
            case Code.Call when RuntimeReference.IsOwnTask((MethodReference)consumer.Operand):
                return StepKind.Continues; // so that what is woven is told the same of
            case Code.Call or Code.Callvirt:
                return OfArgument(taken, isAddress: false);
            default:
                return VariableAccess.Of(consumer, body.Method) is { Kind: VariableAccessKind.Store } ? StepKind.Keeps : Reason.PassedOn;
        }
    }

    private Step OfAddress(StackUse taken)
    {
        var consumer = taken.Consumer;
        if (consumer.Operand is not MethodReference called)
        {
            return consumer.OpCode.Code switch
            {
                Code.Initobj => StepKind.Ignores,
                Code.Ldobj => StepKind.Continues,
                _ => Reason.PassedOn,
            };
        }

        return taken.Argument == 1 && body.IsSuspension(consumer) ? StepKind.Ignores
            : ValueTaskTypes.Reinterprets(called) ? StepKind.ContinuesByAddress
            : taken.Argument != 0 || !called.HasThis || !ValueTaskTypes.IsKnown(called.DeclaringType) ? OfArgument(taken, isAddress: true)
            : called.Name == ".ctor" || ValueTaskTypes.Asks(called) ? called.Name == ".ctor" ? StepKind.Ignores : StepKind.Asks
            : ValueTaskTypes.Forwards(called) ? StepKind.Continues
            : ValueTaskTypes.Consumes(called) ? StepKind.Consumes
            : Reason.PassedOn;
    }

    private bool Keeps(FieldDefinition field) =>
        (body.IsMachine && fields.BelongTo(body.Method, field) && body.NamesAsOwn(field)) ||
        (ValueTaskTypes.IsAwaiter(field.FieldType) && field.Name.StartsWith("<>u__", StringComparison.Ordinal)); // from there to the result, as every await does

    private Step OfArgument(StackUse taken, bool isAddress) => StepOf(parameters.UseOf(taken, isAddress), Reason.PassedOn);

    /// <summary>What it is to hand the value to code that makes this of it. What it only looks at it may have looked at in any way.</summary>
    private static Step StepOf(ValueUse? use, Reason misuse) => use switch
    {
        { Misuse: { } known } when known == Reason.ConsumedTwice || known == Reason.AskedAfterConsumption => known,
        null or { Misuse: not null } or { IsConsumed: true, IsReturned: true } => misuse,
        { IsReturned: true } => StepKind.Continues,
        { IsConsumed: true } => StepKind.Consumes,
        _ => StepKind.Asks,
    };

    private static bool IsUnboxed(Instruction consumer) =>
        consumer.OpCode.Code == Code.Unbox_Any && ValueTaskTypes.IsValueTask((TypeReference)consumer.Operand);
}
