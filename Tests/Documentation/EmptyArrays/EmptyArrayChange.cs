using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Editing;

namespace Tests.Documentation.EmptyArrays;

/// <summary>Puts <c>Array.Empty</c> in the place of new arrays of no elements. It decides nothing.</summary>
internal sealed class EmptyArrayChange(ModuleDefinition module)
{
    public void Apply(BodyEditor editor, EmptyArray found)
    {
        editor.Nop(found.Length);
        editor.Replace(found.NewArray, Instruction.Create(OpCodes.Call, Empty(found.Element)));
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
