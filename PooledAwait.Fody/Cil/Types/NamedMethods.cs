using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Types;

/// <summary>
/// Finds the method that a reference names. Cecil compares types by their full names alone, and takes the first of overloads that differ in types of one name from several assemblies, as
/// <c>extern alias</c> lets a program have them.
/// </summary>
internal static class NamedMethods
{
    /// <returns>Null where there is none, or where it cannot be told which.</returns>
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

    /// <summary>The types of what a method declares to take. A call of one with <c>__arglist</c> names behind them what it passes there.</summary>
    public static IEnumerable<TypeReference> DeclaredParameters(this MethodReference method) =>
        method.Parameters.Select(parameter => parameter.ParameterType).TakeWhile(type => !type.IsSentinel);

    private static string KeyOf(MethodReference method)
    {
        var rest = method.CallingConvention == MethodCallingConvention.VarArg ? ",..." : "";
        return $"{method.HasThis} {TypeKey.OfDefinition(method.ReturnType)}`{method.GenericParameters.Count}({string.Join(",", method.DeclaredParameters().Select(TypeKey.OfDefinition))}{rest})";
    }
}
