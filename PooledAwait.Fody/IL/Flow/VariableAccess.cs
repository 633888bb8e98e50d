namespace PooledAwait.Fody.IL;

/// <summary>A local variable or a parameter. In an instance method, <c>this</c> is parameter 0.</summary>
internal readonly record struct Variable(bool IsParameter, int Index)
{
    /// <summary>The receiver of an instance method.</summary>
    public static Variable This => new(IsParameter: true, 0);
}

/// <summary>The ways in which an instruction accesses a variable.</summary>
internal enum VariableAccessKind
{
    Load,
    Store,

    /// <summary>Takes the variable's address, through which later code may read and write the variable.</summary>
    Address,
}

/// <summary>One instruction's access to a variable, by any form of opcode.</summary>
internal sealed record VariableAccess(Instruction At, Variable Variable, VariableAccessKind Kind)
{
    /// <returns>Null if the instruction accesses no variable.</returns>
    public static VariableAccess? Of(Instruction instruction, MethodDefinition method)
    {
        return instruction.OpCode.Code switch
        {
            Code.Ldloc_0 or Code.Ldloc_1 or Code.Ldloc_2 or Code.Ldloc_3 =>
                Local(instruction.OpCode.Code - Code.Ldloc_0, VariableAccessKind.Load),
            Code.Stloc_0 or Code.Stloc_1 or Code.Stloc_2 or Code.Stloc_3 =>
                Local(instruction.OpCode.Code - Code.Stloc_0, VariableAccessKind.Store),
            Code.Ldarg_0 or Code.Ldarg_1 or Code.Ldarg_2 or Code.Ldarg_3 =>
                Parameter(instruction.OpCode.Code - Code.Ldarg_0, VariableAccessKind.Load),
            Code.Ldloc_S or Code.Ldloc => Local(Index(), VariableAccessKind.Load),
            Code.Stloc_S or Code.Stloc => Local(Index(), VariableAccessKind.Store),
            Code.Ldloca_S or Code.Ldloca => Local(Index(), VariableAccessKind.Address),
            Code.Ldarg_S or Code.Ldarg => Parameter(Index(), VariableAccessKind.Load),
            Code.Starg_S or Code.Starg => Parameter(Index(), VariableAccessKind.Store),
            Code.Ldarga_S or Code.Ldarga => Parameter(Index(), VariableAccessKind.Address),
            _ => null,
        };

        VariableAccess Local(int index, VariableAccessKind kind) => new(instruction, new Variable(false, index), kind);

        VariableAccess Parameter(int index, VariableAccessKind kind) => new(instruction, new Variable(true, index), kind);

        int Index() => instruction.Operand switch
        {
            VariableDefinition variable => variable.Index,
            ParameterDefinition parameter => parameter.Index + (method.HasThis ? 1 : 0),
            _ => -1,
        };
    }
}
