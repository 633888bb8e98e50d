using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;

namespace PooledAwait.Fody.VirtualCalls;

/// <summary>Whether a call is a virtual one of an object. A call that is constrained to a type parameter may be of a struct's address.</summary>
internal static class VirtualCall
{
    /// <param name="call">A call.</param>
    /// <param name="callee">What it names.</param>
    public static bool Is(Instruction call, MethodDefinition callee) =>
        call.OpCode.Code == Code.Callvirt && callee is { IsVirtual: true, IsStatic: false } && !Prefix.IsBefore(call);
}
