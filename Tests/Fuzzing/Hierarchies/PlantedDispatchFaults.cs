using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>Methods that damage the dispatch methods of a correctly woven module. The fuzzer must find each fault.</summary>
internal static class PlantedDispatchFaults
{
    /// <summary>Makes the test for a class also accept objects of derived classes, which may override the method.</summary>
    public static void DerivedObjects(ModuleDefinition module)
    {
        foreach (var test in Tests(module))
        {
            // A test has four instructions: GetType, ldtoken of the class, GetTypeFromHandle, and the comparison.
            test[0].OpCode = OpCodes.Isinst;
            test[0].Operand = test[1].Operand;
            test[1].OpCode = test[2].OpCode = OpCodes.Nop;
            test[1].Operand = test[2].Operand = null;
            test[3].OpCode = OpCodes.Brfalse;
        }
    }

    /// <summary>Inverts each test: objects of the class go to the next test, and all others count as objects of the class.</summary>
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
