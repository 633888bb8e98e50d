using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.IL;

/// <summary>A static method whose body a test writes instruction by instruction, for code that no compiler emits.</summary>
internal sealed class HandWritten
{
    public HandWritten(Func<HandWritten, TypeReference>? returns = null)
    {
        Module = ModuleDefinition.CreateModule("HandWritten", ModuleKind.Dll);
        var type = new TypeDefinition("", "Holder", TypeAttributes.Class | TypeAttributes.Public, Object);
        Module.Types.Add(type);
        Method = new MethodDefinition(
            "Written", MethodAttributes.Public | MethodAttributes.Static, (returns ?? (types => types.Void))(this));
        type.Methods.Add(Method);
    }

    public ModuleDefinition Module { get; }

    public MethodDefinition Method { get; }

    public TypeReference Object => Module.ImportReference(typeof(object));

    public TypeReference Int32 => Module.ImportReference(typeof(int));

    public TypeReference Void => Module.ImportReference(typeof(void));

    public MethodDefinition Write(params Instruction[] instructions)
    {
        foreach (var instruction in instructions)
        {
            Method.Body.Instructions.Add(instruction);
        }

        return Method;
    }

    public void Handle(
        ExceptionHandlerType kind, Instruction tryStart, Instruction handlerStart, Instruction? handlerEnd, Instruction? filterStart = null) =>
        Method.Body.ExceptionHandlers.Add(new ExceptionHandler(kind)
        {
            TryStart = tryStart,
            TryEnd = filterStart ?? handlerStart,
            FilterStart = filterStart,
            HandlerStart = handlerStart,
            HandlerEnd = handlerEnd,
            CatchType = kind == ExceptionHandlerType.Catch ? Object : null,
        });

    public VariableDefinition Local()
    {
        var local = new VariableDefinition(Int32);
        Method.Body.Variables.Add(local);
        return local;
    }

    /// <summary>Returns a reference to a method that does not exist, as the operand of a call.</summary>
    public MethodReference Callee(TypeReference returns, bool hasThis, params TypeReference[] parameters)
    {
        var callee = new MethodReference("Callee", returns, Object) { HasThis = hasThis };
        foreach (var parameter in parameters)
        {
            callee.Parameters.Add(new ParameterDefinition(parameter));
        }

        return callee;
    }

    public static Instruction Op(OpCode code) => Instruction.Create(code);

    public static Instruction Jump(OpCode code, Instruction target) => Instruction.Create(code, target);
}
