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
    /// Whether lambdas, local functions or closures belong to a method. A trimmer finds the method of each by what names or makes it, and warns of a second
    /// one (IL2117). What is held itself belongs to the method around it, with all that it names.
    /// </summary>
    private static bool HoldsOthers(MethodDefinition method) => !GeneratedName.IsNestedFunction(method) && method.Body.Instructions.Any(instruction =>
        instruction.Operand is MethodReference named &&
        (GeneratedName.IsNestedFunction(named) || (instruction.OpCode.Code == Code.Newobj && GeneratedName.IsClosure(named.DeclaringType))));

    /// <summary>Whether an attribute of the assembly silences a trimmer about what a method calls, by the method's name, which is not its twin's.</summary>
    private static bool IsNamedBySuppression(MethodDefinition method) => method.Module.Assembly.CustomAttributes.Concat(method.Module.CustomAttributes).Any(attribute =>
        attribute.AttributeType.Name == "UnconditionalSuppressMessageAttribute" &&
        attribute.Properties.Any(property => property.Name == "Target" && property.Argument.Value is string target &&
            (target.Contains($".{method.Name}") || (method.IsGetter && target.Contains($".{method.Name.Substring("get_".Length)}")))));
}
