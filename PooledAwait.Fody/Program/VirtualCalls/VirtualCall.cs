namespace PooledAwait.Fody.Program;

/// <summary>Decides whether a call is a virtual call on an object. A call with a prefix is not: if it is constrained to a type parameter, it may be on the address of a struct.</summary>
internal static class VirtualCall
{
    /// <param name="call">A call.</param>
    /// <param name="callee">The method that the call names.</param>
    public static bool Is(Instruction call, MethodDefinition callee) =>
        call.OpCode.Code == Code.Callvirt && callee is { IsVirtual: true, IsStatic: false } && !Prefix.IsBefore(call);
}
