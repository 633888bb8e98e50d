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

        var alike = found.DeclaringType.Methods.Where(other => other == found || (other.Name == found.Name && other.FullName == found.FullName)).ToList();
        if (alike.Count == 1)
        {
            return found;
        }

        var key = KeyOf(named.GetElementMethod());
        var same = alike.Where(other => KeyOf(other) == key).ToList();
        return same.Count == 1 ? same[0] : null;
    }

    private static string KeyOf(MethodReference method) =>
        $"{TypeKey.OfDefinition(method.ReturnType)}`{method.GenericParameters.Count}({string.Join(",", method.Parameters.Select(parameter => TypeKey.OfDefinition(parameter.ParameterType)))})";
}
