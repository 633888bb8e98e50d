namespace PooledAwait.Fody.IL;

internal static class DelegateType
{
    public static bool Is(TypeDefinition? type) => type?.BaseType is { Namespace: "System", Name: "MulticastDelegate" };
}
