using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Decides whether a second method may have a copy of a method's code. The method must be small, have no exception handlers, and contain no code whose result
/// depends on the method that contains it.
/// </summary>
internal static class SecondBody
{
    /// <summary>
    /// The largest number of instructions in a method that is copied. A larger method does more than choose what to return or call, so its code should not
    /// exist twice.
    /// </summary>
    private const int MaximumInstructions = 200;

    /// <summary>Methods whose result depends on the method that calls them.</summary>
    private static readonly HashSet<string> s_askingForTheirCaller = ["GetCurrentMethod", "GetCallingAssembly", "get_StackTrace"];

    /// <summary>Returns why a second method may not have the method's code; null if it may.</summary>
    public static Refusal? WhyNot(MethodDefinition method) =>
        !method.HasBody ? Condition.NoCode.With(method)
        : RuntimeAsync.Is(method) || KickOff.IsIterator(method) ? Condition.RunsInPieces.With(method)
        : method.Body.Instructions.Count is > MaximumInstructions and var count ? Condition.TooLarge.With(method, count, MaximumInstructions)
        : method.Body.HasExceptionHandlers ? Condition.HasTry.With(method)
        : method.Body.Instructions.FirstOrDefault(CaresWhereItStands) is { } asks ? Condition.AsksForItsCaller.With(method, ProgramName.Of(asks, method)).At(method, asks)
        : TrimmerDemands.IsCoveredByType(method) ? TrimmerDemands.Demand(method, Reason.TrimmerDemands)
        : TrimmerWarnings.WhyNoTwin(method) ?? (IsGuarded(method) ? Condition.Guarded.With(method) : null);

    /// <summary>Returns whether a local function may be copied for the second method of its enclosing method.</summary>
    public static bool CanBeOfFunction(MethodDefinition function) =>
        function.Body is { HasExceptionHandlers: false, Instructions.Count: <= MaximumInstructions } && !function.Body.Instructions.Any(call => CaresWhereItStands(call) || CallsBase(call)) &&
        !TrimmerWarnings.HoldsMoreThanCalls(function) && !TrimmerDemands.IsCoveredByType(function) && !IsGuarded(function);

    /// <summary>
    /// Returns whether an instruction calls a virtual method but ignores overrides, as <c>base.Load()</c> does, or loads such a method for a delegate. Only
    /// code in the object's own class may do so.
    /// </summary>
    public static bool CallsBase(Instruction instruction) =>
        instruction is { OpCode.Code: Code.Call or Code.Ldftn, Operand: MethodReference { HasThis: true } called } &&
        called.Definition() is { IsVirtual: true, IsFinal: false, DeclaringType: { IsValueType: false, IsSealed: false } };

    private static bool CaresWhereItStands(Instruction instruction) => instruction.OpCode.Code switch
    {
        Code.Jmp or Code.Tail or Code.Calli or Code.Arglist => true,
        Code.Newobj => ((MethodReference)instruction.Operand).DeclaringType.FullName is "System.Diagnostics.StackTrace" or "System.Diagnostics.StackFrame",
        _ => instruction.Operand is MethodReference called && s_askingForTheirCaller.Contains(called.Name),
    };

    /// <summary>Returns whether .NET Framework checks a method's callers, or what the method may do. A second method would not be checked.</summary>
    public static bool IsGuarded(MethodDefinition method) =>
        method.HasSecurityDeclarations || method.DeclaringType.Enclosing().Any(type => type.HasSecurityDeclarations) || method.CustomAttributes.Any(attribute => attribute.AttributeType.Namespace == "System.Security");
}
