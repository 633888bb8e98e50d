using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Decides what the instructions of a body do with a ValueTask, or with an awaitable or awaiter that stands for a ValueTask. Every use that this class does not
/// know counts as misuse.
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
                return RuntimeAsync.Is(body.Method) ? At(consumer, Condition.InOwnTask.With(body.Method)) : StepKind.Returns;
            case Code.Pop:
                return StepKind.Ignores;
            case Code.Stfld when taken.Argument == 1 && body.OwnField(consumer) is { } field && Keeps(field):
                return StepKind.Keeps;
            case Code.Stfld when taken.Argument == 1 && fields.TakerOfArgument(body.Method, consumer) is { } moveNext:
                return StepOf(parameters.UseOfField(moveNext, ((FieldReference)consumer.Operand).Resolve()), consumer, moveNext, Reason.Stored);
            case Code.Stfld or Code.Stsfld:
                return At(consumer, Condition.InField.For(Reason.Stored, consumer.Operand));
            case Code.Stelem_Any:
                return At(consumer, Condition.InArray.For(Reason.Stored));
            case Code.Stobj:
                return At(consumer, Condition.ThroughReference.For(Reason.Stored));
            case Code.Box:
                return body.Stack.ConsumersOf(consumer).All(use => IsUnboxed(use.Consumer)) ? StepKind.Continues : At(consumer, Condition.Boxed.With());
            case Code.Unbox_Any when IsUnboxed(consumer):
                return StepKind.Continues;
            case Code.Call when RuntimeAsync.IsAwait((MethodReference)consumer.Operand) || ValueTaskTypes.IsDirectAwait((MethodReference)consumer.Operand):
                return StepKind.Consumes;
            case Code.Call when RuntimeReference.IsOwnTask((MethodReference)consumer.Operand) || RuntimeReference.IsOfCall((MethodReference)consumer.Operand):
                return StepKind.Continues; // so that woven code gets the same report as the original code
            case Code.Call or Code.Callvirt:
                return OfArgument(taken, isAddress: false);
            default:
                return VariableAccess.Of(consumer, body.Method) is { Kind: VariableAccessKind.Store } ? StepKind.Keeps : Other(consumer);
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
                _ => Other(consumer),
            };
        }

        return taken.Argument == 1 && body.IsSuspension(consumer) ? StepKind.Ignores
            : ValueTaskTypes.Reinterprets(called) ? StepKind.ContinuesByAddress
            : taken.Argument != 0 || !called.HasThis || !ValueTaskTypes.IsKnown(called.DeclaringType) ? OfArgument(taken, isAddress: true)
            : called.Name == ".ctor" || ValueTaskTypes.Asks(called) ? called.Name == ".ctor" ? StepKind.Ignores : StepKind.Asks
            : ValueTaskTypes.Forwards(called) ? StepKind.Continues
            : ValueTaskTypes.Consumes(called) ? StepKind.Consumes
            : At(consumer, Condition.MemberCalled.For(Reason.PassedOn, called));
    }

    // An awaiter in a field named <>u__ needs no further check: in the compiler's code, only the call of GetResult gets the awaiter from this field.
    private bool Keeps(FieldDefinition field) =>
        (body.IsMachine && fields.HasNoOtherUser(body.Method, field) && body.NamesAsOwn(field)) ||
        (ValueTaskTypes.IsAwaiter(field.FieldType) && field.Name.StartsWith("<>u__", StringComparison.Ordinal));

    private Step OfArgument(StackUse taken, bool isAddress) => StepOf(parameters.UseOf(taken, isAddress), taken.Consumer, (MethodReference)taken.Consumer.Operand, Reason.PassedOn);

    /// <summary>
    /// Returns the step of an instruction that passes the value to other code. The kind of step depends on what the other code does with the value. Code that
    /// neither uses the value up nor returns it counts as reading the value's status.
    /// </summary>
    private Step StepOf(Recognised<ValueUse> use, Instruction taker, MethodReference callee, Reason reason) => use switch
    {
        { Refusal: { Condition: { } unknown } why } => At(taker, unknown.For(reason, [.. why.Names]) with { Place = why.Place }),
        { Value: { Refusal: { } known } } when known.Reason == Reason.ConsumedTwice || known.Reason == Reason.AskedAfterConsumption => known,
        { Value: { Refusal: { } other } } => Condition.UsedByCallee.For(reason, callee) with { Place = other.Place, Because = other with { About = callee as MethodDefinition } },
        { Value: { IsConsumed: true, IsReturned: true } } => StepKind.ConsumesOrContinues,
        { Value.IsReturned: true } => StepKind.Continues,
        { Value.IsConsumed: true } => StepKind.Consumes,
        _ => StepKind.Asks,
    };

    private Step Other(Instruction taker) => At(taker, Condition.OtherUse.For(Reason.PassedOn, ProgramName.Of(taker, body.Method)));

    /// <summary>Returns the refusal. If the refusal has no location yet, adds the instruction's location.</summary>
    private Step At(Instruction taker, Refusal refusal) => refusal.Place == null ? refusal.At(body.Method, taker) : refusal;

    private static bool IsUnboxed(Instruction consumer) =>
        consumer.OpCode.Code == Code.Unbox_Any && ValueTaskTypes.IsValueTask((TypeReference)consumer.Operand);
}
