using Mono.Cecil;
using Mono.Cecil.Cil;
using Mono.Cecil.Rocks;
using PooledAwait.Fody.Verification;

namespace Tests.Verification.Broken;

/// <summary>A class that is sound as compiled, and a change that breaks a body in it.</summary>
/// <param name="Name">What is wrong after the change.</param>
/// <param name="Source">The members of the class. The change breaks the method M, M's state machine, or the constructor of a nested class M.</param>
/// <param name="Kind">The kind of finding that the check must report.</param>
internal sealed record BrokenBody(string Name, FindingKind Kind, string Source, Action<Body> Break);

/// <summary>A body to break. Instructions are changed in place, so that branches to these instructions stay valid.</summary>
public sealed class Body(MethodDefinition method)
{
    public MethodDefinition Method => method;

    public ModuleDefinition Module => method.Module;

    public Mono.Cecil.Cil.MethodBody Code => method.Body;

    public TypeReference Int32 => Module.TypeSystem.Int32;

    public TypeReference String => Module.TypeSystem.String;

    public TypeReference Object => Module.TypeSystem.Object;

    /// <summary>Returns a type of <c>BrokenBodies.Shared</c>.</summary>
    public TypeDefinition Shared(string name) => Module.GetType(name);

    /// <summary>Returns a method of the case's own class.</summary>
    public MethodDefinition Own(string name)
    {
        var type = method.DeclaringType;
        while (type.IsNested)
        {
            type = type.DeclaringType;
        }

        return type.Methods.Single(candidate => candidate.Name == name);
    }

    /// <summary>Finds an instruction with the given opcode. The index counts only the instructions with this opcode.</summary>
    public Instruction At(OpCode opCode, int index = 0) => Code.Instructions.Where(instruction => instruction.OpCode == opCode).ElementAt(index);

    /// <summary>Finds an instruction whose operand is a member with the given name. The index counts only these instructions.</summary>
    public Instruction Of(string member, int index = 0) =>
        Code.Instructions.Where(instruction => instruction.Operand is MemberReference reference && reference.Name == member).ElementAt(index);

    public void Put(Instruction place, OpCode opCode, object? operand = null) => (place.OpCode, place.Operand) = (opCode, operand);

    public void Remove(Instruction place) => Put(place, OpCodes.Nop);

    public void Before(Instruction place, params Instruction[] code)
    {
        foreach (var instruction in code)
        {
            Code.GetILProcessor().InsertBefore(place, instruction);
        }
    }

    public void After(Instruction place, params Instruction[] code)
    {
        foreach (var instruction in code.Reverse())
        {
            Code.GetILProcessor().InsertAfter(place, instruction);
        }
    }

    /// <summary>Returns a reference to the same method of a generic type, with other type arguments for the type.</summary>
    public MethodReference On(MethodReference original, params TypeReference[] arguments)
    {
        var type = original.DeclaringType.GetElementType().MakeGenericInstanceType(arguments);
        var other = new MethodReference(original.Name, original.ReturnType, type) { HasThis = original.HasThis };
        foreach (var parameter in original.Parameters)
        {
            other.Parameters.Add(new ParameterDefinition(parameter.ParameterType));
        }

        return other;
    }
}
