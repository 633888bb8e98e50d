namespace PooledAwait.Fody.Program;

/// <summary>Finds the methods of a program that return tasks, and the calls of these methods.</summary>
internal static class TaskMethod
{
    /// <summary>Returns whether a member is a method of the program that returns a task.</summary>
    public static bool Is(MemberReference member, WovenProgram program) =>
        member is MethodReference { Name: not ".ctor" } method && TaskType.Is(method.ReturnType) && program.Has(method.DeclaringType);

    /// <summary>Returns the calls of the program's task methods in a body.</summary>
    public static IEnumerable<Instruction> CallsIn(WovenProgram program, MethodDefinition method) => method.Body.Instructions.Where(instruction =>
        instruction.OpCode.Code is Code.Call or Code.Callvirt && Is((MethodReference)instruction.Operand, program));

    /// <summary>Returns whether a method is the <c>Invoke</c> method of a delegate type.</summary>
    public static bool IsOfDelegate(MethodDefinition callee) => callee.Name == "Invoke" && DelegateType.Is(callee.DeclaringType);
}
