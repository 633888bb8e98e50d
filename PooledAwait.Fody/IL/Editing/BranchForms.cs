namespace PooledAwait.Fody.IL;

/// <summary>Converts branches between their short and long forms.</summary>
internal static class BranchForms
{
    private static readonly (OpCode Short, OpCode Long)[] s_forms =
    [
        (OpCodes.Br_S, OpCodes.Br), (OpCodes.Leave_S, OpCodes.Leave),
        (OpCodes.Brtrue_S, OpCodes.Brtrue), (OpCodes.Brfalse_S, OpCodes.Brfalse),
        (OpCodes.Beq_S, OpCodes.Beq), (OpCodes.Bne_Un_S, OpCodes.Bne_Un),
        (OpCodes.Bge_S, OpCodes.Bge), (OpCodes.Bge_Un_S, OpCodes.Bge_Un),
        (OpCodes.Bgt_S, OpCodes.Bgt), (OpCodes.Bgt_Un_S, OpCodes.Bgt_Un),
        (OpCodes.Ble_S, OpCodes.Ble), (OpCodes.Ble_Un_S, OpCodes.Ble_Un),
        (OpCodes.Blt_S, OpCodes.Blt), (OpCodes.Blt_Un_S, OpCodes.Blt_Un),
    ];

    private static readonly Dictionary<Code, OpCode> s_short = s_forms.ToDictionary(form => form.Long.Code, form => form.Short);
    private static readonly Dictionary<Code, OpCode> s_long = s_forms.ToDictionary(form => form.Short.Code, form => form.Long);

    public static void Shorten(Instruction instruction)
    {
        if (s_short.TryGetValue(instruction.OpCode.Code, out var code))
        {
            instruction.OpCode = code;
        }
    }

    /// <summary>Sets every offset, and lengthens short branches that no longer reach their targets. Other branches keep their form.</summary>
    public static void Settle(MethodBody body)
    {
        do
        {
            var offset = 0;
            foreach (var instruction in body.Instructions)
            {
                instruction.Offset = offset;
                offset += instruction.GetSize();
            }
        }
        while (LengthenAny(body));
    }

    // Settle calls this method in a loop. If a branch is lengthened, other branches may no longer reach their targets. The loop ends, because each round except
    // the last lengthens at least one branch.
    private static bool LengthenAny(MethodBody body)
    {
        var any = false;
        foreach (var instruction in body.Instructions)
        {
            if (instruction.OpCode.OperandType == OperandType.ShortInlineBrTarget
                && instruction.Operand is Instruction target
                && target.Offset - (instruction.Offset + instruction.GetSize()) is < sbyte.MinValue or > sbyte.MaxValue)
            {
                instruction.OpCode = s_long[instruction.OpCode.Code];
                any = true;
            }
        }

        return any;
    }
}
