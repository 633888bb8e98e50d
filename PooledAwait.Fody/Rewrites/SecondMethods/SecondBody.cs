using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Decides whether the weaver may copy a method's code into a second method. The method must be small and have no exception handlers. The result of its code
/// must not depend on the method that contains the code.
/// </summary>
internal static class SecondBody
{
    /// <summary>
    /// The largest number of instructions in a method that the weaver copies. A longer method does more than choose what to return or call, so its code should
    /// not exist twice.
    /// </summary>
    private const int MaximumInstructions = 200;

    /// <summary>Methods whose result depends on the method that calls them.</summary>
    private static readonly HashSet<string> s_askingForTheirCaller = ["GetCurrentMethod", "GetCallingAssembly", "get_StackTrace"];

    /// <summary>Returns why the weaver may not copy the method's code into a second method; null if it may.</summary>
    public static Refusal? WhyNot(MethodDefinition method) =>
        !method.HasBody ? Condition.NoCode.With(method)
        : RuntimeAsync.Is(method) || KickOff.IsIterator(method) ? Condition.RunsInPieces.With(method)
        : method.Body.Instructions.Count is > MaximumInstructions and var count ? Condition.TooLarge.With(method, count, MaximumInstructions)
        : method.Body.HasExceptionHandlers ? Condition.HasTry.With(method)
        : method.Body.Instructions.FirstOrDefault(CaresWhereItStands) is { } asks ? Condition.AsksForItsCaller.With(method, ProgramName.Of(asks, method)).At(method, asks)
        : TrimmerDemands.IsCoveredByType(method) ? TrimmerDemands.Demand(method, Reason.TrimmerDemands)
        : TrimmerWarnings.WhyNoTwin(method) ?? (IsGuarded(method) ? Condition.Guarded.With(method) : null);

    /// <summary>Returns whether the weaver may copy a local function for the second method of the enclosing method.</summary>
    public static bool CanBeOfFunction(MethodDefinition function) =>
        function.Body is { HasExceptionHandlers: false, Instructions.Count: <= MaximumInstructions } && !function.Body.Instructions.Any(call => CaresWhereItStands(call) || CallsBase(call)) &&
        !TrimmerWarnings.HoldsMoreThanCalls(function) && !TrimmerDemands.IsCoveredByType(function) && !IsGuarded(function);

    /// <summary>
    /// Returns whether an instruction calls a virtual method and ignores overrides, as <c>base.Load()</c> does. Also returns true if the instruction loads the
    /// method's address, so that a delegate can make such a call. Code may make such a call only on its own <c>this</c>. A second method is in another class,
    /// so it must not contain such an instruction.
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

    /// <summary>
    /// Returns whether .NET Framework runs security checks on a method or its callers. .NET Framework would not run these checks on a second method.
    /// </summary>
    public static bool IsGuarded(MethodDefinition method) =>
        method.HasSecurityDeclarations || method.DeclaringType.Enclosing().Any(type => type.HasSecurityDeclarations) || method.CustomAttributes.Any(attribute => attribute.AttributeType.Namespace == "System.Security");
}
