using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Options;

/// <summary>
/// Finds attributes that another tool or the program itself may act on. The tool may be a weaver that runs later, or an agent that instruments methods by
/// attribute. The program may look for attributes of the methods on the stack. A second method, which woven code calls in place of the original, does not carry
/// the attribute. So the tool or the program would miss these calls.
/// </summary>
/// <param name="harmless">The attributes that nothing acts on, according to the user.</param>
internal sealed class ActedOnAttributes(IReadOnlyList<ScopePattern> harmless)
{
    /// <summary>
    /// Namespaces whose attributes are for compilers, analysers, debuggers and serializers, or for frameworks that call a method by reflection. Such an
    /// attribute changes nothing for a direct call.
    /// </summary>
    private static readonly string[] s_harmless =
        ["System", "JetBrains.Annotations", "Microsoft.AspNetCore", "Microsoft.CodeAnalysis", "Microsoft.EntityFrameworkCore", "Microsoft.Extensions", "Microsoft.FSharp", "Microsoft.VisualBasic", "PooledAwait"];

    /// <summary>If an attribute forbids a second method of the given method, returns a refusal that names the attribute. Otherwise returns null.</summary>
    public Refusal? WhyNot(MethodDefinition method) =>
        Find(method) is { } found ? Condition.CarriesAttribute.With(found.Carrier, found.Attribute) : null;

    private (MethodDefinition Carrier, TypeReference Attribute)? Find(MethodDefinition method)
    {
        foreach (var carrier in WithOverridden(method))
        {
            var property = carrier.IsGetter ? carrier.DeclaringType.Properties.FirstOrDefault(property => property.GetMethod == carrier) : null;
            if ((FirstOf(carrier) ?? (property == null ? null : FirstOf(property))) is { } attribute)
            {
                return (carrier, attribute);
            }
        }

        return null;
    }

    private TypeReference? FirstOf(ICustomAttributeProvider place) => place.HasCustomAttributes
        ? place.CustomAttributes.Select(attribute => attribute.AttributeType).FirstOrDefault(type => !IsHarmless(type))
        : null;

    private bool IsHarmless(TypeReference type)
    {
        var outermost = type;
        while (outermost.DeclaringType != null)
        {
            outermost = outermost.DeclaringType;
        }

        return s_harmless.Any(space => outermost.Namespace == space || outermost.Namespace.StartsWith($"{space}.", StringComparison.Ordinal)) || harmless.Any(pattern => pattern.MatchesName(type));
    }

    /// <summary>
    /// Returns the method and the methods that it overrides. Reflection reports the attributes of an overridden method for the override, too. To be safe, the
    /// result includes virtual overloads in base classes that have the same numbers of parameters and type parameters.
    /// </summary>
    private static IEnumerable<MethodDefinition> WithOverridden(MethodDefinition method) => !method.IsVirtual ? [method]
        :
        [
            method,
            .. method.Overrides.Select(overridden => overridden.Definition()).OfType<MethodDefinition>(),
            .. method.DeclaringType.WithBases().Skip(1).SelectMany(type => type.Methods).Where(other =>
                other.IsVirtual && other.Name == method.Name && other.Parameters.Count == method.Parameters.Count && other.GenericParameters.Count == method.GenericParameters.Count),
        ];
}
