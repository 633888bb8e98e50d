using System.Collections.Generic;
using System.Linq;
using Fody;
using Mono.Cecil;
using Mono.Cecil.Cil;

/// <summary>Another add-in, for the element Counting. The add-in adds a field that counts the calls of all methods, also those of state machines.</summary>
public sealed class ModuleWeaver : BaseModuleWeaver
{
    public override void Execute()
    {
        var methods = ModuleDefinition.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).ToArray();
        var holder = new TypeDefinition(
            "", "Counting", TypeAttributes.Abstract | TypeAttributes.Sealed, ModuleDefinition.TypeSystem.Object);
        var count = new FieldDefinition("Calls", FieldAttributes.Static | FieldAttributes.Assembly, ModuleDefinition.TypeSystem.Int64);
        holder.Fields.Add(count);
        ModuleDefinition.Types.Add(holder);

        // A branch back to the first instruction must skip the counting, because a loop is not a new call.
        foreach (var method in methods)
        {
            var il = method.Body.GetILProcessor();
            var first = method.Body.Instructions[0];
            var counting = new[]
            {
                il.Create(OpCodes.Ldsfld, count), il.Create(OpCodes.Ldc_I4_1), il.Create(OpCodes.Conv_I8), il.Create(OpCodes.Add),
                il.Create(OpCodes.Stsfld, count),
            };
            foreach (var instruction in counting)
            {
                il.InsertBefore(first, instruction);
            }
        }
    }

    public override IEnumerable<string> GetAssembliesForScanning() => new[] { "mscorlib", "System.Runtime", "netstandard" };
}
