namespace PooledAwait.Fody.IL;

/// <summary>
/// Recognises the attributes that compilers put on <c>in</c> and <c>ref readonly</c> parameters. A method does not write to such a parameter.
/// </summary>
internal static class ReadOnlyParameter
{
    public static bool IsSaidBy(CustomAttribute attribute) =>
        attribute.AttributeType is { Namespace: "System.Runtime.CompilerServices", Name: "IsReadOnlyAttribute" or "RequiresLocationAttribute" };
}
