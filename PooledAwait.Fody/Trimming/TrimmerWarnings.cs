using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Reasons;

namespace PooledAwait.Fody.Trimming;

/// <summary>Forwarders whose code must not stand twice, since a trimmer (illink, ILC) that is silent about the one would warn of the other.</summary>
internal static class TrimmerWarnings
{
    /// <summary>Why a trimmer would warn of the twin of a method of which it does not warn; null where it would not.</summary>
    public static Refusal? WhyNoTwin(MethodDefinition method) =>
        HoldsOthers(method) ? Condition.HoldsFunction.With(method) : IsNamedBySuppression(method) ? Condition.WarningsSuppressed.With(method) : null;

    /// <summary>
    /// Whether an instruction calls a local function that belongs to a method: a twin of the method must call something else there. What is held itself belongs to the method
    /// around it, with all that it names.
    /// </summary>
    public static bool CallsOwn(MethodDefinition method, Instruction instruction) =>
        !GeneratedName.IsNestedFunction(method) && CallsLocalFunction(instruction);

    public static bool CallsLocalFunction(Instruction instruction) =>
        instruction is { OpCode.Code: Code.Call, Operand: MethodReference named } && GeneratedName.LocalFunction(named) != null;

    /// <summary>Whether code makes closures or delegates of lambdas, or uses local functions otherwise than by calls.</summary>
    public static bool HoldsMoreThanCalls(MethodDefinition method) => method.Body.Instructions.Any(instruction =>
        instruction.Operand is MethodReference named && !CallsLocalFunction(instruction) &&
        (GeneratedName.IsNestedFunction(named) || (instruction.OpCode.Code == Code.Newobj && GeneratedName.IsClosure(named.DeclaringType))));

    /// <summary>
    /// Whether lambdas or closures belong to a method, or local functions that it does not only call. A trimmer finds the method of each by what names or makes it, and warns of a
    /// second one (IL2117).
    /// </summary>
    private static bool HoldsOthers(MethodDefinition method) => !GeneratedName.IsNestedFunction(method) && HoldsMoreThanCalls(method);

    /// <summary>Whether an attribute of the assembly silences a trimmer about what a method calls, by the method's name, which is not its twin's.</summary>
    private static bool IsNamedBySuppression(MethodDefinition method) => method.Module.Assembly.CustomAttributes.Concat(method.Module.CustomAttributes).Any(attribute =>
        attribute.AttributeType.Name == "UnconditionalSuppressMessageAttribute" &&
        attribute.Properties.Any(property => property.Name == "Target" && property.Argument.Value is string target &&
            (target.Contains($".{method.Name}") || (method.IsGetter && target.Contains($".{method.Name.Substring("get_".Length)}")))));
}
