using Fody;
using Mono.Cecil;
using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Images;

/// <summary>
/// Bodies whose bytes are no instructions, as tools that hide code leave them. Cecil fails at some when it reads or copies them, and at others
/// when it encodes what it decoded, each time with an exception that names no method.
/// </summary>
internal static class DamagedCode
{
    private const int Named = 3;

    /// <exception cref="WeavingException">A body cannot be written; the message names the first methods of which that is so.</exception>
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

    // For a byte that is no opcode Cecil has one without a value, and null for an operand that it does not find. What a call takes from the
    // stack it asks the operand.
    private static bool IsDamaged(Instruction instruction) =>
        instruction.OpCode is { Size: 2, Op1: not 0xFE } ||
        (instruction.OpCode.OperandType != OperandType.InlineNone && instruction.Operand is null) ||
        (instruction.OpCode.FlowControl == FlowControl.Call && instruction.Operand is not IMethodSignature) ||
        (instruction.Operand is Instruction?[] targets && targets.Contains(null));
}
