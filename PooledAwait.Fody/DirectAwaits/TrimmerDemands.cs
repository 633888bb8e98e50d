using Mono.Cecil;

namespace PooledAwait.Fody.DirectAwaits;

/// <summary>What a trimmer or a compiler to native code wants of those who call a method, which is said in attributes.</summary>
internal static class TrimmerDemands
{
    private const string Namespace = "System.Diagnostics.CodeAnalysis";
    private const string OfMembers = "DynamicallyAccessedMembersAttribute";

    /// <summary>Whether a type parameter's members are asked for.</summary>
    public static bool HasCustomAttributesOfTrimmers(this GenericParameter parameter) => Of(parameter, "").Any();

    /// <summary>Whether a method asks for nothing that another does not ask for, so that who calls it by way of the other gets no new warning.</summary>
    public static bool AreThoseOf(MethodDefinition method, MethodDefinition other) => !Of(method).Except(Of(other)).Any();

    /// <summary>
    /// Whether a trimmer that finds a method by reflection warns of it. A twin is not public: where the method is, code that asks for members that are not
    /// would find the twin alone, and a program get a warning that it did not have.
    /// </summary>
    public static bool WarnsOfTwinAlone(MethodDefinition method) =>
        method.IsPublic && (Of(method).Any() || (method.IsStatic && method.DeclaringType.HasCustomAttributes && method.DeclaringType.CustomAttributes.Any(IsRequirement)));

    private static IEnumerable<string> Of(MethodDefinition method) =>
    [
        .. Of(method, "the method"),
        .. Of(method.MethodReturnType, "the result"),
        .. method.Parameters.SelectMany(parameter => Of(parameter, $"the parameter {parameter.Index}")),
        .. method.GenericParameters.SelectMany(parameter => Of(parameter, $"the type parameter {parameter.Position}")),
    ];

    private static IEnumerable<string> Of(ICustomAttributeProvider place, string name) => !place.HasCustomAttributes
        ? []
        : from attribute in place.CustomAttributes
          let isOfMembers = attribute.AttributeType is { Namespace: Namespace, Name: OfMembers }
          where isOfMembers || IsRequirement(attribute)
          select isOfMembers ? $"{name}: {attribute.ConstructorArguments[0].Value}" : $"{name}: {attribute.AttributeType.Name}";

    private static bool IsRequirement(CustomAttribute attribute) =>
        attribute.AttributeType.Namespace == Namespace && attribute.AttributeType.Name.StartsWith("Requires", StringComparison.Ordinal);
}
