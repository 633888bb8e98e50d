namespace PooledAwait.Fody.Program;

/// <summary>
/// Decides whether a call always reaches the method that it names. A call does so only if no override or implementation can change the target, not even in
/// another module, or in code that is generated at run time.
/// </summary>
internal static class ExactCall
{
    /// <param name="call">A call, virtual or not.</param>
    /// <param name="callee">The method named in the call.</param>
    public static bool Reaches(Instruction call, MethodDefinition callee) =>
        !callee.DeclaringType.IsInterface &&
        !Prefix.IsBefore(call) &&
        (call.OpCode.Code == Code.Call || callee is { IsVirtual: false } or { IsFinal: true } or { DeclaringType.IsSealed: true });
}
