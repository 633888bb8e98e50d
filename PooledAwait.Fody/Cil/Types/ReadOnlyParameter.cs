using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Types;

/// <summary>Knows the attributes by which compilers say that a method writes nothing through a reference that it takes: its <c>in</c> and <c>ref readonly</c> parameters.</summary>
internal static class ReadOnlyParameter
{
    public static bool IsSaidBy(CustomAttribute attribute) =>
        attribute.AttributeType is { Namespace: "System.Runtime.CompilerServices", Name: "IsReadOnlyAttribute" or "RequiresLocationAttribute" };
}
