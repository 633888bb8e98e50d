namespace PooledAwait.Fody.IL;

/// <summary>
/// Finds the method to which a reference refers. Cecil may find the wrong method, because Cecil compares types only by their full names. If code uses
/// <c>extern alias</c>, the parameter types of two overloads may have the same names, but be in different assemblies. Cecil then returns the first overload.
/// </summary>
internal static class NamedMethods
{
    /// <returns>Null if there is no such method, or if it is not certain which method the reference names.</returns>
    public static MethodDefinition? Definition(this MethodReference named)
    {
        var found = named.Resolve();
        if (found == null || found == named)
        {
            return found;
        }

        var overloads = found.DeclaringType.Methods.Where(other => other != found && other.Name == found.Name && other.Parameters.Count == found.Parameters.Count).ToList();
        if (overloads.Count == 0)
        {
            return found;
        }

        var text = found.FullName;
        var alike = overloads.Where(other => other.FullName == text).ToList();
        if (alike.Count == 0)
        {
            return found;
        }

        var key = KeyOf(named.GetElementMethod());
        var same = alike.Append(found).Where(other => KeyOf(other) == key).ToList();
        return same.Count == 1 ? same[0] : null;
    }

    /// <summary>
    /// Returns the types of the parameters that a method declares. If a method has <c>__arglist</c>, a reference in a call also names the types of extra
    /// arguments. The result does not include the extra types.
    /// </summary>
    public static IEnumerable<TypeReference> DeclaredParameters(this MethodReference method) =>
        method.Parameters.Select(parameter => parameter.ParameterType).TakeWhile(type => !type.IsSentinel);

    /// <summary>Returns the types of a method's arguments. In an instance method, <c>this</c> is the first.</summary>
    public static TypeReference[] ArgumentTypes(this MethodDefinition method) =>
        [.. method.HasThis ? [TypeSubstitution.ThisOf(method.DeclaringType)] : Array.Empty<TypeReference>(), .. method.Parameters.Select(parameter => parameter.ParameterType)];

    private static string KeyOf(MethodReference method)
    {
        var rest = method.CallingConvention == MethodCallingConvention.VarArg ? ",..." : "";
        return $"{method.HasThis} {TypeKey.OfDefinition(method.ReturnType)}`{method.GenericParameters.Count}({string.Join(",", method.DeclaredParameters().Select(TypeKey.OfDefinition))}{rest})";
    }
}
