using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Program;

/// <summary>Finds what trimmers and native compilers demand of a method's callers. Attributes state these demands.</summary>
internal static class TrimmerDemands
{
    private const string Namespace = "System.Diagnostics.CodeAnalysis";
    private const string OfMembers = "DynamicallyAccessedMembersAttribute";

    /// <summary>Returns whether a type parameter has an attribute that makes trimmers keep members of its type argument.</summary>
    public static bool HasCustomAttributesOfTrimmers(this GenericParameter parameter) => Of(parameter, "").Any();

    /// <summary>
    /// Returns whether every demand of the first method is also a demand of the other method. If so, woven code that calls the first method in place of the
    /// other method causes no new warning.
    /// </summary>
    public static bool AreThoseOf(MethodDefinition method, MethodDefinition other) => !Of(method).Except(Of(other)).Any();

    /// <summary>
    /// Returns whether a program may get a warning about a method's twin that it did not get about the method. Reflection over non-public members may find the
    /// twin, which is internal. Such reflection does not find the method if the method is public. In a derived class, it does not find the method if the method
    /// is private. A private method with overrides is an explicit implementation of an interface.
    /// </summary>
    public static bool WarnOfTwinAlone(MethodDefinition method) => (method.IsPublic || (method.IsPrivate && method.HasOverrides)) && WarnOfReflectionOver(method);

    /// <summary>Returns a refusal for a given reason. The refusal's condition names the attribute that makes trimmers warn.</summary>
    /// <param name="method">A method for which <see cref="WarnOfReflectionOver"/> is true.</param>
    /// <param name="reason">The reason.</param>
    public static Refusal Demand(MethodDefinition method, Reason reason)
    {
        IEnumerable<(object Named, ICustomAttributeProvider Place)> places =
        [
            (method, method), .. method.Parameters.Select(parameter => ((object)parameter.Name, (ICustomAttributeProvider)parameter)), (method.DeclaringType, method.DeclaringType),
            .. method.DeclaringType.Properties.Where(property => property.GetMethod == method).Select(property => ((object)method, (ICustomAttributeProvider)property)),
        ];
        var (named, attribute) = places.SelectMany(place => DemandsOn(place.Place).Select(demand => (place.Named, demand))).First();
        return Condition.TrimmingAttribute.For(reason, named, attribute.AttributeType.Name.Replace("Attribute", ""));
    }

    /// <summary>
    /// Returns whether a trimmer warns if reflection finds the method. Attributes of type parameters cause no such warning, because code that calls the method
    /// by reflection must itself supply the type arguments.
    /// </summary>
    public static bool WarnOfReflectionOver(MethodDefinition method) =>
        Of(method, "").Any() || method.Parameters.Any(parameter => Of(parameter, "").Any()) || HasRequirement(method.DeclaringType) ||
        (method.IsGetter && HasRequirement(method.DeclaringType.Properties.Single(property => property.GetMethod == method)));

    /// <summary>Returns whether an attribute makes trimmers warn about calls of the code that carries it.</summary>
    public static bool IsRequirement(CustomAttribute attribute) =>
        attribute.AttributeType.Namespace == Namespace && attribute.AttributeType.Name.StartsWith("Requires", StringComparison.Ordinal);

    /// <summary>
    /// Returns whether trimmers are silent about an instance method's code because the method's type has an attribute. Trimmers warn about calls of the type's
    /// constructor instead. A second method is in another class, which the attribute does not cover.
    /// </summary>
    public static bool IsCoveredByType(MethodDefinition method) => method.HasThis && HasRequirement(method.DeclaringType);

    /// <summary>
    /// Returns a refusal if a trimming attribute would not have the same meaning in another class; otherwise null. An attribute of the method may be about
    /// members of the method's type, or of the type of the object on which the method is called. If the method's type is generic, the attributes of its type
    /// parameters count, too.
    /// </summary>
    public static Refusal? OfItsPlace(MethodDefinition method) =>
        method.HasCustomAttributes && method.CustomAttributes.FirstOrDefault(attribute => attribute.AttributeType is { Namespace: Namespace, Name: "DynamicDependencyAttribute" or OfMembers }) is { } found
            ? Condition.TrimmingAttribute.For(Reason.TrimmerDemands, method, found.AttributeType.Name.Replace("Attribute", ""))
            : method.DeclaringType.GenericParameters.FirstOrDefault(parameter => parameter.HasCustomAttributesOfTrimmers()) is { } asked
            ? Condition.TrimmingAttribute.For(Reason.TrimmerDemands, asked, OfMembers.Replace("Attribute", ""))
            : null;

    private static bool HasRequirement(ICustomAttributeProvider place) => place.HasCustomAttributes && place.CustomAttributes.Any(IsRequirement);

    private static IEnumerable<string> Of(MethodDefinition method) =>
    [
        .. Of(method, "the method"),
        .. Of(method.MethodReturnType, "the result"),
        .. method.Parameters.SelectMany(parameter => Of(parameter, $"the parameter {parameter.Index}")),
        .. method.GenericParameters.SelectMany(parameter => Of(parameter, $"the type parameter {parameter.Position}")),
    ];

    private static IEnumerable<string> Of(ICustomAttributeProvider place, string name) =>
        from attribute in DemandsOn(place)
        select IsRequirement(attribute) ? $"{name}: {attribute.AttributeType.Name}" : $"{name}: {attribute.ConstructorArguments[0].Value}";

    private static IEnumerable<CustomAttribute> DemandsOn(ICustomAttributeProvider place) => place.HasCustomAttributes
        ? place.CustomAttributes.Where(attribute => attribute.AttributeType is { Namespace: Namespace, Name: OfMembers } || IsRequirement(attribute))
        : [];
}
