using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds methods whose code must not be copied into a second method, because a trimmer (illink, ILC) would warn about the copy but not about the original.
/// </summary>
internal static class TrimmerWarnings
{
    /// <summary>
    /// Returns why a trimmer would warn about a method's twin, although the trimmer does not warn about the method; null if there is no such warning.
    /// </summary>
    public static Refusal? WhyNoTwin(MethodDefinition method) =>
        HoldsOthers(method) ? Condition.HoldsFunction.With(method) : IsNamedBySuppression(method) ? Condition.WarningsSuppressed.With(method) : null;

    /// <summary>
    /// Returns whether an instruction calls a local function that belongs to the method. The method's twin must not call the same function, because
    /// the function would then belong to two methods. A lambda or local function owns no local functions, because everything that it names belongs to the
    /// method around it.
    /// </summary>
    public static bool CallsOwn(MethodDefinition method, Instruction instruction) =>
        !GeneratedName.IsNestedFunction(method) && CallsLocalFunction(instruction);

    public static bool CallsLocalFunction(Instruction instruction) =>
        instruction is { OpCode.Code: Code.Call, Operand: MethodReference named } && GeneratedName.LocalFunction(named) != null;

    /// <summary>Returns whether a method's code creates closures or delegates of lambdas, or does more with local functions than call them.</summary>
    public static bool HoldsMoreThanCalls(MethodDefinition method) => method.Body.Instructions.Any(instruction =>
        instruction.Operand is MethodReference named && !CallsLocalFunction(instruction) &&
        (GeneratedName.IsNestedFunction(named) || (instruction.OpCode.Code == Code.Newobj && GeneratedName.IsClosure(named.DeclaringType))));

    /// <summary>
    /// Returns whether a method owns lambdas or closures, or does more with its local functions than call them. For a trimmer, the owner of a lambda, closure
    /// or local function is the method whose code names or creates it. The trimmer warns about a second owner (IL2117).
    /// </summary>
    private static bool HoldsOthers(MethodDefinition method) => !GeneratedName.IsNestedFunction(method) && HoldsMoreThanCalls(method);

    /// <summary>
    /// Returns whether an attribute of the assembly suppresses a trimmer's warnings about what a method calls. Such an attribute names the method, so it does
    /// not cover the method's twin.
    /// </summary>
    private static bool IsNamedBySuppression(MethodDefinition method) => method.Module.Assembly.CustomAttributes.Concat(method.Module.CustomAttributes).Any(attribute =>
        attribute.AttributeType.Name == "UnconditionalSuppressMessageAttribute" &&
        attribute.Properties.Any(property => property.Name == "Target" && property.Argument.Value is string target &&
            (target.Contains($".{method.Name}") || (method.IsGetter && target.Contains($".{method.Name.Substring("get_".Length)}")))));
}
