using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>Finds out where a call's delegate comes from, if the delegate is not newly made for the call.</summary>
internal static class DelegateOrigin
{
    /// <summary>
    /// Returns why the delegate does not count as newly made. A delegate is newly made if the code makes it each time that the call runs, and for this call
    /// alone.
    /// </summary>
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

    /// <summary>
    /// Returns the field that an instruction loads, if the compiler made the field's class; otherwise null. The compiler keeps delegates in some fields of such
    /// classes.
    /// </summary>
    private static FieldReference? MadeField(Instruction producer, Code load) =>
        producer.OpCode.Code == load && producer.Operand is FieldReference field &&
        field.DeclaringType.Resolve() is { } type && CompilerGenerated.IsOn(type) ? field : null;
}
