using Fody;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil;

/// <summary>
/// Bodies whose bytes are no instructions, as tools that hide code leave them. Cecil decodes them without complaint, and when it encodes them
/// fails with an exception that names no method.
/// </summary>
internal static class DamagedCode
{
    /// <exception cref="WeavingException">A body that has been decoded cannot be written; the message names the methods.</exception>
    public static void Refuse(ModuleDefinition module)
    {
        var damaged = module.GetTypes().SelectMany(type => type.Methods)
            .Where(method => method.HasBody && MemberUses.IsDecoded(method) && method.Body.Instructions.Any(IsDamaged))
            .Select(method => method.FullName)
            .ToArray();
        if (damaged.Length > 0)
        {
            throw new WeavingException(
                $"PooledAwait: the bytes of {string.Join(", ", damaged)} are no instructions, and cannot be written again. " +
                "Weave before the tool that made them so.");
        }
    }

    // For a byte that is no opcode Cecil has one without a value, and null for an operand that it does not find.
    private static bool IsDamaged(Instruction instruction) =>
        instruction.OpCode is { Size: 2, Op1: not 0xFE } ||
        (instruction.OpCode.OperandType != OperandType.InlineNone && instruction.Operand is null) ||
        (instruction.Operand is Instruction?[] targets && targets.Contains(null));
}
