using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders;

[Parallelizable(ParallelScope.Self)]
public class AsyncMethodRecogniserTests
{
    [TestCase("SetResult")]
    [TestCase("SetException")]
    public void Leaves_a_machine_that_is_used_after_it_has_completed(string completion)
    {
        const string Source =
            "using System.Threading.Tasks; class C { async ValueTask M() => await Task.Yield(); async ValueTask N() => await Task.Yield(); }";
        var compiled = Fixtures.Compile(Shape.Release, Source);

        var (_, decisions) = Decisions.Of(new WeavingRunner { Prepare = ReadState }, compiled);

        Assert.That(decisions.All, Is.EqualTo(new[] { ("C.N()", "changed"), ("C.M()", "unknown-shape") }));

        void ReadState(ModuleDefinition module)
        {
            var machine = module.GetType("C").NestedTypes.Single(type => type.Name.StartsWith("<M>"));
            var body = machine.Methods.Single(method => method.Name == "MoveNext").Body;
            var completes = body.Instructions.Single(instruction => instruction.Operand is MethodReference called && called.Name == completion);
            Instruction[] added =
                [Instruction.Create(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, machine.Fields[0]), Instruction.Create(OpCodes.Pop)];
            foreach (var instruction in added.Reverse())
            {
                body.GetILProcessor().InsertAfter(completes, instruction);
            }
        }
    }
}
