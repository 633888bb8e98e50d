namespace PooledAwait.Fody.IL;

/// <summary>Counts the values that an instruction takes from the evaluation stack and puts on it.</summary>
internal static class StackEffect
{
    /// <summary>
    /// Returns the number of values that the instruction takes as arguments. Values that the instruction discards with the rest of the stack do not count.
    /// </summary>
    /// <returns>Null if the operand of a call is missing.</returns>
    public static int? PopsOf(Instruction instruction, MethodDefinition method)
    {
        switch (instruction.OpCode.Code)
        {
            case Code.Ret:
                return IsVoid(RuntimeAsync.ReturnTypeOf(method)) ? 0 : 1;
            case Code.Newobj:
                return instruction.Operand is IMethodSignature constructor ? constructor.Parameters.Count : null;
            case Code.Call or Code.Callvirt:
                return instruction.Operand is IMethodSignature callee ? ArgumentsOf(callee) : null;
            case Code.Calli:
                return instruction.Operand is IMethodSignature pointed ? ArgumentsOf(pointed) + 1 : null;
        }

        return instruction.OpCode.StackBehaviourPop switch
        {
            StackBehaviour.Pop0 or StackBehaviour.PopAll => 0,
            StackBehaviour.Pop1 or StackBehaviour.Popi or StackBehaviour.Popref => 1,
            StackBehaviour.Pop1_pop1 or StackBehaviour.Popi_pop1 or StackBehaviour.Popi_popi or StackBehaviour.Popi_popi8
                or StackBehaviour.Popi_popr4 or StackBehaviour.Popi_popr8 or StackBehaviour.Popref_pop1 or StackBehaviour.Popref_popi => 2,
            StackBehaviour.Popi_popi_popi or StackBehaviour.Popref_popi_popi or StackBehaviour.Popref_popi_popi8
                or StackBehaviour.Popref_popi_popr4 or StackBehaviour.Popref_popi_popr8 or StackBehaviour.Popref_popi_popref => 3,
            var behaviour => throw new ArgumentOutOfRangeException(nameof(instruction), behaviour, "Unknown stack behaviour."),
        };
    }

    /// <summary>Returns the number of values that the instruction puts on the stack: none or one, and two for <c>dup</c>.</summary>
    public static int PushesOf(Instruction instruction) => instruction.OpCode.StackBehaviourPush switch
    {
        StackBehaviour.Push0 => 0,
        StackBehaviour.Push1_push1 => 2,
        StackBehaviour.Varpush => instruction.Operand is IMethodSignature callee && !IsVoid(callee.ReturnType) ? 1 : 0,
        _ => 1,
    };

    private static int ArgumentsOf(IMethodSignature callee) =>
        callee.Parameters.Count + (callee.HasThis && !callee.ExplicitThis ? 1 : 0);

    // Removes custom modifiers, because an init-only setter returns void with a required modifier.
    private static bool IsVoid(TypeReference type) => TypeShape.Plain(type).MetadataType == MetadataType.Void;
}
