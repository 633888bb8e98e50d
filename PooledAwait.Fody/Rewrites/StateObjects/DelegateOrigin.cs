using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Where a call's delegate comes from, if it is not made for the call.</summary>
internal static class DelegateOrigin
{
    /// <summary>Why the delegate is not a new one at every call, or not only for this call.</summary>
    public static Refusal WhyNotMade(IReadOnlyList<Instruction> producers, MethodDefinition caller) =>
        producers.Any(producer => MadeField(producer, Code.Ldsfld) != null) ? Reason.NothingCaptured
        : producers.Any(producer => MadeField(producer, Code.Ldfld)?.Name.StartsWith("<>9", StringComparison.Ordinal) == true) ? Reason.CachedInClosure
        : producers.Count > 1 ? Reason.SeveralDelegates
        : CameFrom(producers[0], caller).At(caller, producers[0]);

    private static Refusal CameFrom(Instruction producer, MethodDefinition caller) => producer.OpCode.Code switch
    {
        Code.Ldfld or Code.Ldsfld => Condition.FromVariable.With(producer.Operand),
        Code.Call or Code.Callvirt => Condition.FromCall.With(producer.Operand),
        _ => (VariableAccess.Of(producer, caller) == null ? Condition.FromOther : Condition.FromVariable).With(ProgramName.Of(producer, caller)),
    };

    /// <summary>The field that an instruction loads, if the compiler made the field's class. Some of these fields keep delegates for the next time.</summary>
    private static FieldReference? MadeField(Instruction producer, Code load) =>
        producer.OpCode.Code == load && producer.Operand is FieldReference field &&
        field.DeclaringType.Resolve() is { } type && CompilerGenerated.IsOn(type) ? field : null;
}
