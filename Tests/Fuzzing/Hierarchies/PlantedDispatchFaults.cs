using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>Wrong dispatch methods, made by spoiling a module that was woven rightly: each must be found.</summary>
internal static class PlantedDispatchFaults
{
    /// <summary>What asks whether an object is of a class takes those of classes that derive from it too, which may override its method.</summary>
    public static void DerivedObjects(ModuleDefinition module)
    {
        foreach (var test in Tests(module))
        {
            // The object, its type, the class, the comparison.
            test[0].OpCode = OpCodes.Isinst;
            test[0].Operand = test[1].Operand;
            test[1].OpCode = test[2].OpCode = OpCodes.Nop;
            test[1].Operand = test[2].Operand = null;
            test[3].OpCode = OpCodes.Brfalse;
        }
    }

    /// <summary>Each question is answered the other way: objects of the class go on to the next question, and all others are taken for them.</summary>
    public static void OtherObjects(ModuleDefinition module)
    {
        foreach (var test in Tests(module))
        {
            test[3].OpCode = OpCodes.Beq;
        }
    }

    private static IEnumerable<Instruction[]> Tests(ModuleDefinition module) =>
        from type in module.GetTypes()
        where type.Name.StartsWith("<PooledAwait>Dispatch", StringComparison.Ordinal)
        from method in type.Methods
        from comparison in method.Body.Instructions.ToArray()
        where comparison.OpCode.Code is Code.Bne_Un or Code.Bne_Un_S
        select new[] { comparison.Previous.Previous.Previous, comparison.Previous.Previous, comparison.Previous, comparison };
}
