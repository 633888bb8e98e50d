namespace PooledAwait.Fody.IL;

/// <summary>Creates the shortest instruction for each access to a local variable, and for loading a parameter or its address.</summary>
internal static class VariableForms
{
    public static Instruction Load(VariableDefinition local) => local.Index switch
    {
        0 => Instruction.Create(OpCodes.Ldloc_0),
        1 => Instruction.Create(OpCodes.Ldloc_1),
        2 => Instruction.Create(OpCodes.Ldloc_2),
        3 => Instruction.Create(OpCodes.Ldloc_3),
        <= byte.MaxValue => Instruction.Create(OpCodes.Ldloc_S, local),
        _ => Instruction.Create(OpCodes.Ldloc, local),
    };

    public static Instruction Load(ParameterDefinition parameter) => parameter.Sequence switch
    {
        0 => Instruction.Create(OpCodes.Ldarg_0),
        1 => Instruction.Create(OpCodes.Ldarg_1),
        2 => Instruction.Create(OpCodes.Ldarg_2),
        3 => Instruction.Create(OpCodes.Ldarg_3),
        < byte.MaxValue => Instruction.Create(OpCodes.Ldarg_S, parameter),
        _ => Instruction.Create(OpCodes.Ldarg, parameter),
    };

    public static Instruction LoadAddress(ParameterDefinition parameter) =>
        Instruction.Create(parameter.Sequence < byte.MaxValue ? OpCodes.Ldarga_S : OpCodes.Ldarga, parameter);

    public static Instruction Store(VariableDefinition local) => local.Index switch
    {
        0 => Instruction.Create(OpCodes.Stloc_0),
        1 => Instruction.Create(OpCodes.Stloc_1),
        2 => Instruction.Create(OpCodes.Stloc_2),
        3 => Instruction.Create(OpCodes.Stloc_3),
        <= byte.MaxValue => Instruction.Create(OpCodes.Stloc_S, local),
        _ => Instruction.Create(OpCodes.Stloc, local),
    };

    public static bool IsLoad(Instruction instruction) => instruction.OpCode.Code is
        Code.Ldloc_0 or Code.Ldloc_1 or Code.Ldloc_2 or Code.Ldloc_3 or Code.Ldloc_S or Code.Ldloc;

    public static Instruction Address(VariableDefinition local) =>
        Instruction.Create(local.Index <= byte.MaxValue ? OpCodes.Ldloca_S : OpCodes.Ldloca, local);
}
