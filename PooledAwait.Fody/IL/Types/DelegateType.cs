namespace PooledAwait.Fody.IL;

/// <summary>Recognises delegate types.</summary>
internal static class DelegateType
{
    public static bool Is(TypeDefinition? type) => type?.BaseType is { Namespace: "System", Name: "MulticastDelegate" };
}
