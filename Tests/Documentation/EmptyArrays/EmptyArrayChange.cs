using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Weaving;

namespace Tests.Documentation.EmptyArrays;

/// <summary>Replaces new arrays without elements by <c>Array.Empty</c>. The recogniser has already decided which arrays to replace.</summary>
internal sealed class EmptyArrayChange(ModuleDefinition module) : IChange<EmptyArray>
{
    public void Apply(MethodDefinition method, IReadOnlyList<EmptyArray> found)
    {
        using var editor = new BodyEditor(method);
        foreach (var array in found)
        {
            editor.Nop(array.Length);
            editor.Replace(array.NewArray, Instruction.Create(OpCodes.Call, Empty(array.Element)));
        }
    }

    private GenericInstanceMethod Empty(TypeReference element)
    {
        var array = new TypeReference("System", "Array", module, module.TypeSystem.CoreLibrary);
        var empty = new MethodReference("Empty", module.TypeSystem.Void, array);
        var parameter = new GenericParameter("T", empty);
        empty.GenericParameters.Add(parameter);
        empty.ReturnType = new ArrayType(parameter);
        return new GenericInstanceMethod(empty) { GenericArguments = { element } };
    }
}
