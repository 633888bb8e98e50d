using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites;

/// <summary>Finds out why a method needs a call's task. The cause is a use of the task that is not a simple await.</summary>
internal sealed class WhyTaskNeeded(StackAnalysis stack)
{
    /// <param name="call">The call that returns the task.</param>
    /// <param name="keeping">If the task is stored into a variable, the reason why the variable must hold a task; otherwise null.</param>
    /// <returns>Null if the method drops or returns the task. In both cases, no user expects the weaver to change the call.</returns>
    public Refusal? Of(Instruction call, Refusal? keeping)
    {
        if (stack.OnlyUseOf(call) is not var (use, argument))
        {
            var uses = stack.DirectConsumersOf(call);
            return uses.Count == 1 ? keeping ?? Condition.OneOfSeveral.With().At(stack.Flow.Method, uses[0].Consumer) : Condition.SeveralUses.With(uses.Count);
        }

        switch (use.OpCode.Code)
        {
            case Code.Pop or Code.Ret:
                return null;
            case Code.Dup:
                return Condition.SeveralUses.With(stack.ConsumersOf(call).Count).At(stack.Flow.Method, use);
            case Code.Call or Code.Callvirt or Code.Newobj when use.Operand is MethodReference taker:
                return Taken(taker, argument > 0 || use.OpCode.Code == Code.Newobj).At(stack.Flow.Method, use);
            default:
                return keeping ?? StoredBy(use).At(stack.Flow.Method, use);
        }
    }

    private static Refusal Taken(MethodReference taker, bool isArgument) =>
        RuntimeAsync.IsAwait(taker) ? Condition.CodeBeforeAwait.With()
        : !TaskType.Is(taker.DeclaringType) || !taker.HasThis ? Condition.PassedTo.For(Reason.TaskPassedOn, taker)
        : isArgument ? Condition.PassedTo.For(Reason.TaskUsedOtherwise, taker)
        : taker.Name == "ConfigureAwait" && taker.Parameters[0].ParameterType.MetadataType != MetadataType.Boolean ? Reason.AwaitOptions
        : taker.Name is "GetAwaiter" or "ConfigureAwait" ? Condition.AwaitUnknown.With(taker)
        : Condition.MemberCalled.For(Reason.TaskUsedOtherwise, taker);

    private Refusal StoredBy(Instruction use) => use.OpCode.Code switch
    {
        Code.Stfld or Code.Stsfld => Condition.InField.For(Reason.TaskKept, use.Operand),
        Code.Stelem_Ref or Code.Stelem_Any => Condition.InArray.For(Reason.TaskKept),
        Code.Stind_Ref or Code.Stobj => Condition.ThroughReference.For(Reason.TaskKept),
        _ => Condition.OtherUse.For(Reason.TaskKept, ProgramName.Of(use, stack.Flow.Method)),
    };
}
