using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Gives methods names that a reader of the source recognises, such as <c>Namespace.Outer+Inner.Method(int, string)</c>. A lambda or local function gets the
/// name of the method that contains it, followed by <c>(lambda)</c> or <c>(local function Name)</c>.
/// </summary>
internal static class MethodName
{
    public static string Of(MethodDefinition method, MethodOwners owners)
    {
        var written = owners.KickOffOf(method);
        var owner = owners.OwnerOf(written);
        var inside =
            GeneratedName.IsLambda(written) ? " (lambda)" :
            GeneratedName.LocalFunction(written) is { } name ? $" (local function {name})" :
            "";

        // If the method that contains a lambda or local function is unknown, the name begins with the type instead.
        return (inside.Length > 0 && owner == written ? InSource(owner.DeclaringType) : Of(owner)) + inside;
    }

    /// <summary>
    /// Returns the namespace and type with which a method's name in the report begins. For a lambda or local function, the namespace and type come from the
    /// method that contains it.
    /// </summary>
    public static (string Namespace, string Type) PlaceOf(MethodDefinition method, MethodOwners owners) =>
        PlaceOf(owners.OwnerOf(owners.KickOffOf(method)).DeclaringType);

    /// <summary>Returns a property's name: the name of its accessors without <c>.get</c> and <c>.set</c>.</summary>
    public static string Of(PropertyDefinition property) => $"{InSource(property.DeclaringType)}.{Member(property)}";

    private static string Of(MethodDefinition method) => $"{InSource(method.DeclaringType)}.{Member(method)}";

    private static string InSource(TypeDefinition type)
    {
        var (space, name) = PlaceOf(type);
        return space.Length == 0 ? name : $"{space}.{name}";
    }

    private static (string Namespace, string Type) PlaceOf(TypeDefinition type) => (type.Enclosing().Last().Namespace, TypeName.Of(GeneratedName.SourceTypeOf(type)));

    private static string Member(MethodDefinition method)
    {
        if (method.IsGetter || method.IsSetter)
        {
            var property = method.DeclaringType.Properties.First(candidate => candidate.GetMethod == method || candidate.SetMethod == method);
            return Member(property) + (method.IsGetter ? ".get" : ".set");
        }

        if (method.IsAddOn || method.IsRemoveOn)
        {
            return method.DeclaringType.Events.First(candidate => candidate.AddMethod == method || candidate.RemoveMethod == method).Name +
                (method.IsAddOn ? ".add" : ".remove");
        }

        var generic = method.HasGenericParameters
            ? $"<{string.Join(", ", method.GenericParameters.Select(parameter => parameter.Name))}>"
            : "";
        return $"{method.Name}{generic}({Parameters(method.Parameters)})";
    }

    private static string Member(PropertyDefinition property) => property.HasParameters ? $"this[{Parameters(property.Parameters)}]" : property.Name;

    private static string Parameters(IEnumerable<ParameterDefinition> parameters) =>
        string.Join(", ", parameters.Select(Parameter));

    private static string Parameter(ParameterDefinition parameter)
    {
        var type = parameter.ParameterType is IModifierType modifier ? modifier.ElementType : parameter.ParameterType;
        return type is ByReferenceType reference
            ? $"{(parameter.IsOut ? "out" : parameter.IsIn ? "in" : "ref")} {TypeName.Of(reference.ElementType)}"
            : TypeName.Of(type);
    }
}
