using Mono.Cecil;

namespace PooledAwait.Fody.Builders;

/// <summary>Knows the methods without a body behind which the runtime puts a method of any type, also a private one: <c>[UnsafeAccessor]</c>.</summary>
internal static class UnsafeAccessor
{
    public static bool Is(MethodDefinition method) => method is { IsStatic: true, HasCustomAttributes: true } &&
        method.CustomAttributes.Any(attribute => attribute.AttributeType is { Namespace: "System.Runtime.CompilerServices", Name: "UnsafeAccessorAttribute" });
}
