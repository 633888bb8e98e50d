using Fody;

namespace PooledAwait.Fody.IL;

/// <summary>
/// Bodies whose bytes are not instructions. Obfuscators leave such bodies. Cecil fails at some of them when it reads or copies them, and at others
/// when it encodes what it decoded. Its exceptions name no method.
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

    // For a byte that is no opcode, Cecil gives an opcode without a value. For an operand that it does not find, it gives null. It asks the operand
    // of a call what the call takes from the stack.
    private static bool IsDamaged(Instruction instruction) =>
        instruction.OpCode is { Size: 2, Op1: not 0xFE } ||
        (instruction.OpCode.OperandType != OperandType.InlineNone && instruction.Operand is null) ||
        (instruction.OpCode.FlowControl == FlowControl.Call && instruction.Operand is not IMethodSignature) ||
        (instruction.Operand is Instruction?[] targets && targets.Contains(null));
}
