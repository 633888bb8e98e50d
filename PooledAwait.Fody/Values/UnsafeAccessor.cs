namespace PooledAwait.Fody.Values;

/// <summary>Recognises <c>[UnsafeAccessor]</c> methods. They have no body: the runtime makes them access a member of another type, even a private one.</summary>
internal static class UnsafeAccessor
{
    public static bool Is(MethodDefinition method) => method is { IsStatic: true, HasCustomAttributes: true } &&
        method.CustomAttributes.Any(attribute => attribute.AttributeType is { Namespace: "System.Runtime.CompilerServices", Name: "UnsafeAccessorAttribute" });
}
