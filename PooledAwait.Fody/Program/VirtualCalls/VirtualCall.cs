namespace PooledAwait.Fody.Program;

/// <summary>
/// Decides whether a call is a virtual call on an object. A call with a prefix does not count, because a constrained call may be made on a struct's address.
/// </summary>
internal static class VirtualCall
{
    /// <param name="call">A call.</param>
    /// <param name="callee">The method named in the call.</param>
    public static bool Is(Instruction call, MethodDefinition callee) =>
        call.OpCode.Code == Code.Callvirt && callee is { IsVirtual: true, IsStatic: false } && !Prefix.IsBefore(call);
}
