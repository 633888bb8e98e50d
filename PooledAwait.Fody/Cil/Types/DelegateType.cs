using Mono.Cecil;

namespace PooledAwait.Fody.Cil.Types;

/// <summary>Tells delegate types from others.</summary>
internal static class DelegateType
{
    public static bool Is(TypeDefinition? type) => type?.BaseType is { Namespace: "System", Name: "MulticastDelegate" };
}
