using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// The call with which an async method's kick-off method starts the state machine. The weaver keeps this call of the base library's <c>Start</c>. A
/// <c>Start</c> in PooledAwait.Runtime would add a stack frame while the method's first part runs. Some code searches the stack for its caller, and skips only
/// frames of the base library. Such code would mistake the added frame for its caller.
/// </summary>
/// <remarks>
/// On every framework, the base library's <c>Start</c> ignores the builder that it is called on. So the call may use any builder. The weaver gives the call a
/// builder in a new variable that no other code uses.
/// </remarks>
/// <param name="Call">The call.</param>
/// <param name="Machine">Loads the machine, or its address.</param>
/// <param name="Field">Loads the address of the machine's builder.</param>
internal sealed record KeptStart(Instruction Call, Instruction Machine, Instruction Field)
{
    /// <summary>Finds the call. Returns null if the pooled builder's <c>Start</c> must replace the call.</summary>
    public static KeptStart? In(MethodDefinition kickOff)
    {
        var starts = kickOff.Body.Instructions.Where(instruction => instruction.Operand is GenericInstanceMethod { Name: "Start" }).ToArray();
        var stack = StackAnalysis.Of(kickOff);
        return starts.Length == 1 && starts[0].Operand == KickOff.StartIn(kickOff)
            && starts[0].Operand is MethodReference { DeclaringType: var builder } && BaseLibrary.Has(builder.GetElementType())
            && stack.SingleProducerOf(starts[0], 0) is { OpCode.Code: Code.Ldflda } field && stack.DirectConsumersOf(field).Count == 1
            && stack.SingleProducerOf(field, 0) is { OpCode.Code: not Code.Dup } machine && stack.DirectConsumersOf(machine).Count == 1
                ? new KeptStart(starts[0], machine, field)
                : null;
    }

    /// <summary>
    /// Makes the call use a builder in a new variable. If the machine is a struct, also makes the call take a <c>StartedMachine</c> in place of the machine.
    /// </summary>
    /// <param name="editor">Edits the kick-off method.</param>
    /// <param name="startedMachine">Makes the module's references to <c>StartedMachine</c>.</param>
    public void Apply(BodyEditor editor, StartedMachine startedMachine)
    {
        var start = (GenericInstanceMethod)Call.Operand;
        editor.Replace(Machine, VariableForms.Address(editor.AddLocal(start.DeclaringType)));
        editor.Nop(Field);
        if (KickOff.MachineOf(start) is var machine && machine.Resolve() is { IsValueType: true })
        {
            editor.InsertOnEveryPathTo(Call, Instruction.Create(OpCodes.Call, startedMachine.Of(machine)));
            editor.ReplaceOperand(Call, startedMachine.StartOf(start, machine));
        }
    }
}
