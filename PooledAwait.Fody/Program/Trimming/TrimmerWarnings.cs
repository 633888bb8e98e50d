using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Program;

/// <summary>Finds forwarders whose code must not exist twice, because a trimmer (illink, ILC) that is silent about the original would warn of the copy.</summary>
internal static class TrimmerWarnings
{
    /// <summary>Why a trimmer would warn of a method's twin although it does not warn of the method; null if it would not.</summary>
    public static Refusal? WhyNoTwin(MethodDefinition method) =>
        HoldsOthers(method) ? Condition.HoldsFunction.With(method) : IsNamedBySuppression(method) ? Condition.WarningsSuppressed.With(method) : null;

    /// <summary>
    /// Whether an instruction calls a local function that belongs to the method. The method's twin must then call something else. A nested function owns none: it belongs to the method
    /// around it, with all that it names.
    /// </summary>
    public static bool CallsOwn(MethodDefinition method, Instruction instruction) =>
        !GeneratedName.IsNestedFunction(method) && CallsLocalFunction(instruction);

    public static bool CallsLocalFunction(Instruction instruction) =>
        instruction is { OpCode.Code: Code.Call, Operand: MethodReference named } && GeneratedName.LocalFunction(named) != null;

    /// <summary>Whether code creates closures or delegates of lambdas, or uses local functions in other ways than by calls.</summary>
    public static bool HoldsMoreThanCalls(MethodDefinition method) => method.Body.Instructions.Any(instruction =>
        instruction.Operand is MethodReference named && !CallsLocalFunction(instruction) &&
        (GeneratedName.IsNestedFunction(named) || (instruction.OpCode.Code == Code.Newobj && GeneratedName.IsClosure(named.DeclaringType))));

    /// <summary>
    /// Whether a method owns lambdas, closures, or local functions that it does not only call. A trimmer finds the owner of each by the code that names or creates it, and warns of a
    /// second owner (IL2117).
    /// </summary>
    private static bool HoldsOthers(MethodDefinition method) => !GeneratedName.IsNestedFunction(method) && HoldsMoreThanCalls(method);

    /// <summary>Whether an attribute of the assembly silences a trimmer about what a method calls. The attribute names the method, and so not its twin.</summary>
    private static bool IsNamedBySuppression(MethodDefinition method) => method.Module.Assembly.CustomAttributes.Concat(method.Module.CustomAttributes).Any(attribute =>
        attribute.AttributeType.Name == "UnconditionalSuppressMessageAttribute" &&
        attribute.Properties.Any(property => property.Name == "Target" && property.Argument.Value is string target &&
            (target.Contains($".{method.Name}") || (method.IsGetter && target.Contains($".{method.Name.Substring("get_".Length)}")))));
}
