namespace PooledAwait.Fody.Values;

/// <summary>
/// Recognises <c>[UnsafeAccessor]</c> methods. Such a method has no body. The runtime lets the method access a member of another type, even a private member.
/// </summary>
internal static class UnsafeAccessor
{
    public static bool Is(MethodDefinition method) => method is { IsStatic: true, HasCustomAttributes: true } &&
        method.CustomAttributes.Any(attribute => attribute.AttributeType is { Namespace: "System.Runtime.CompilerServices", Name: "UnsafeAccessorAttribute" });
}
