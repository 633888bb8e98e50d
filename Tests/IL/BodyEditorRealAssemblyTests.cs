using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using BindingFlags = System.Reflection.BindingFlags;
using MethodBase = System.Reflection.MethodBase;

namespace Tests.IL;

[Parallelizable(ParallelScope.Self)]
public class BodyEditorRealAssemblyTests
{
    [Test]
    public void Every_method_still_compiles_when_code_is_inserted_all_over_it()
    {
        using var module = ModuleDefinition.ReadModule(typeof(ModuleDefinition).Assembly.Location, new ReaderParameters { InMemory = true });
        var inserted = 0;
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            using var editor = new BodyEditor(method);
            foreach (var instruction in method.Body.Instructions.ToList())
            {
                if (instruction.OpCode.OpCodeType == OpCodeType.Prefix || instruction.Previous?.OpCode.OpCodeType == OpCodeType.Prefix)
                {
                    continue;
                }

                switch (inserted++ % 3)
                {
                    case 0:
                        editor.InsertOnEveryPathTo(instruction, Code());
                        break;
                    case 1 when GoesOn(instruction):
                        editor.InsertAfter(instruction, Code());
                        break;
                }
            }
        }

        Assert.That(inserted, Is.GreaterThan(50_000));
        using var image = new MemoryStream();
        module.Write(image);
        image.Position = 0;
        var context = new AssemblyLoadContext(nameof(BodyEditorRealAssemblyTests));
        var compiled = 0;
        foreach (var method in context.LoadFromStream(image).GetTypes().Where(type => !type.ContainsGenericParameters).SelectMany(type => type.GetMembers(
            BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic))
            .OfType<MethodBase>())
        {
            if (!method.ContainsGenericParameters && method.GetMethodBody() is not null)
            {
                RuntimeHelpers.PrepareMethod(method.MethodHandle);
                compiled++;
            }
        }

        Assert.That(compiled, Is.GreaterThan(2_500));
    }

    private static bool GoesOn(Instruction instruction) =>
        instruction.OpCode.FlowControl is not (FlowControl.Branch or FlowControl.Return or FlowControl.Throw);

    // Makes code that leaves the stack unchanged. The code is so long that many short branches over it cannot reach their targets.
    private static Instruction[] Code()
    {
        var end = Instruction.Create(OpCodes.Nop);
        return [Instruction.Create(OpCodes.Ldc_I4, 1234), Instruction.Create(OpCodes.Brtrue, end), Instruction.Create(OpCodes.Nop), end];
    }
}
