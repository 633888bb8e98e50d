using Fody;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Refuses modules that contain damaged method bodies. Obfuscators make such bodies. At some bodies, Cecil fails when it reads or copies the body. At other
/// bodies, it fails when it encodes the decoded instructions. Cecil's exceptions do not name the method, but this class does.
/// </summary>
internal static class DamagedCode
{
    private const int Named = 3;

    /// <exception cref="WeavingException">A body cannot be written. The message names the first methods that have such a body.</exception>
    public static void Refuse(ModuleDefinition module, MemberUses uses)
    {
        var damaged = module.GetTypes().SelectMany(type => type.Methods)
            .Where(method => method.HasBody && (MemberUses.IsDecoded(method) ? method.Body.Instructions.Any(IsDamaged) : uses.IsDamaged(method)))
            .Select(method => method.FullName)
            .ToArray();
        if (damaged.Length > 0)
        {
            var others = damaged.Length > Named ? $" and {damaged.Length - Named} more" : "";
            throw new WeavingException(
                $"PooledAwait: the bytes of {string.Join(", ", damaged.Take(Named))}{others} in {module.Name} are not valid instructions, so the weaver cannot write them back. " +
                "Weave before the tool that wrote them.");
        }
    }

    // Cecil decodes a byte that is not an opcode as default(OpCode). This value has the size 2 and the first byte 0, but real opcodes of two bytes begin with
    // 0xFE. Cecil decodes an operand that it cannot find as null. For a call, Cecil also needs the signature, to know what the call takes from the stack.
    private static bool IsDamaged(Instruction instruction) =>
        instruction.OpCode is { Size: 2, Op1: not 0xFE } ||
        (instruction.OpCode.OperandType != OperandType.InlineNone && instruction.Operand is null) ||
        (instruction.OpCode.FlowControl == FlowControl.Call && instruction.Operand is not IMethodSignature) ||
        (instruction.Operand is Instruction?[] targets && targets.Contains(null));
}
