using Fody;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Refuses modules with bodies whose bytes are not valid instructions, as obfuscators leave them. Cecil fails at some of these bodies when it reads or copies
/// them. At others, it fails when it encodes the decoded instructions. Cecil's exceptions do not name the method.
/// </summary>
internal static class DamagedCode
{
    private const int Named = 3;

    /// <exception cref="WeavingException">A body cannot be written. The message names the first methods with such a body.</exception>
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

    // If a byte is not an opcode, Cecil decodes default(OpCode). If an operand cannot be found, Cecil decodes null. For a call, Cecil also needs the signature,
    // to know what the call takes from the stack.
    private static bool IsDamaged(Instruction instruction) =>
        instruction.OpCode is { Size: 2, Op1: not 0xFE } ||
        (instruction.OpCode.OperandType != OperandType.InlineNone && instruction.Operand is null) ||
        (instruction.OpCode.FlowControl == FlowControl.Call && instruction.Operand is not IMethodSignature) ||
        (instruction.Operand is Instruction?[] targets && targets.Contains(null));
}
