using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;
using static Tests.IL.Summing;

namespace Tests.IL;

[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public class BodyEditorTests(bool optimised)
{
    [Test]
    public void Code_in_the_place_of_an_instruction_is_met_by_all_that_led_there()
    {
        // Replaces Add(100), which is the target of a branch, by AddOne() and Add(200).
        using var edited = Edit(optimised, "Join", (editor, one) =>
            editor.Replace(ArgumentOf(editor, 100), one, Instruction.Create(OpCodes.Ldc_I4, 200)));
        Assert.That(edited.Run("Join", true), Is.EqualTo(201));
        Assert.That(edited.Run("Join", false), Is.EqualTo(211));
    }

    [Test]
    public void Nops_stay_where_branches_lead()
    {
        using var edited = Edit(optimised, "Join", (editor, _) =>
        {
            var call = CallWith(editor, 100);
            editor.Nop(call.Previous);
            editor.Nop(call);
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(0));
        Assert.That(edited.Run("Join", false), Is.EqualTo(10));
    }

    [Test]
    public void Replaced_operands_move_no_offset()
    {
        List<(int, OpCode)> before = [];
        using var edited = Edit(optimised, "Loop", (editor, _) =>
        {
            before = Layout(editor.Body);
            editor.ReplaceOperand(CallWith(editor, 10), Call(editor, "AddTwice").Operand);
        });
        Assert.That(Layout(Edited.Method(edited.Module, "Loop").Body), Is.EqualTo(before));
        Assert.That(edited.Run("Loop", 4), Is.EqualTo(60));
    }

    [Test]
    public void Branches_grow_where_they_must_and_nowhere_else()
    {
        List<Instruction> inner = [], outer = [];
        using var edited = Edit(optimised, "Turns", (editor, one) =>
        {
            var call = CallWith(editor, 10);
            var middle = editor.Body.Instructions.IndexOf(call);
            foreach (var branch in editor.Body.Instructions.Where(i => i.OpCode.OperandType == OperandType.ShortInlineBrTarget))
            {
                var target = editor.Body.Instructions.IndexOf((Instruction)branch.Operand);
                ((editor.Body.Instructions.IndexOf(branch) < middle) == (target < middle) ? inner : outer).Add(branch);
            }

            editor.InsertAfter(call, [.. Enumerable.Range(0, 200).Select(_ => Op(OpCodes.Nop)), one]);
        });
        Assert.Multiple(() =>
        {
            Assert.That(outer, Is.Not.Empty);
            Assert.That(inner, Is.Not.Empty);
            Assert.That(outer.Select(branch => branch.OpCode.OperandType), Is.All.EqualTo(OperandType.InlineBrTarget));
            Assert.That(inner.Select(branch => branch.OpCode.OperandType), Is.All.EqualTo(OperandType.ShortInlineBrTarget));
            Assert.That(edited.Run("Turns", 4), Is.EqualTo(45));
        });
    }

    [Test]
    public void Branches_stay_short_to_the_last_byte_that_they_reach()
    {
        var distances = new HashSet<int>();
        for (var nops = 80; nops < 140; nops++)
        {
            List<Instruction> code = [];
            using var edited = Edit(optimised, "Loop", (editor, one) =>
            {
                editor.InsertAfter(CallWith(editor, 10), [.. Enumerable.Range(0, nops).Select(_ => Op(OpCodes.Nop)), one]);
                code = [.. editor.Body.Instructions];
            });
            var branches = code.Where(instruction => instruction.OpCode.OperandType == OperandType.ShortInlineBrTarget);
            distances.UnionWith(branches.Select(branch => ((Instruction)branch.Operand).Offset - branch.Next.Offset));
        }

        Assert.That(distances, Is.All.InRange((int)sbyte.MinValue, (int)sbyte.MaxValue));
        Assert.That(distances, Does.Contain((int)sbyte.MaxValue));
    }

    [Test]
    public void Branches_of_the_code_are_as_short_as_they_can_be()
    {
        Instruction near = null!;
        using var edited = Edit(optimised, "Join", (editor, one) =>
        {
            var target = Label(editor);
            near = Jump(OpCodes.Br, target);
            editor.InsertOnEveryPathTo(target, near, one);
        });
        Assert.That(near.OpCode, Is.EqualTo(OpCodes.Br_S));
    }

    [Test]
    public void Added_locals_hold_values()
    {
        using var edited = Edit(optimised, "Join", (editor, _) =>
        {
            var call = CallWith(editor, 100);
            var locals = Enumerable.Range(0, 300).Select(_ => editor.AddLocal(((MethodReference)call.Operand).Parameters[0].ParameterType)).ToList();
            foreach (var local in locals)
            {
                editor.InsertAfter(call.Previous, VariableForms.Store(local), VariableForms.Load(local));
            }

            editor.InsertAfter(
                call.Previous,
                Op(OpCodes.Dup), VariableForms.Store(locals[260]), VariableForms.Address(locals[260]), Op(OpCodes.Ldind_I4), Op(OpCodes.Add));
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(200));
    }

    [Test]
    public void Added_locals_are_initialised_where_no_locals_said_otherwise()
    {
        using var edited = new Edited(optimised, Summing.Source, module =>
        {
            foreach (var name in new[] { "Empty", "Skips" })
            {
                using var editor = new BodyEditor(Edited.Method(module, name));
                editor.AddLocal(editor.Body.Method.Module.ImportReference(typeof(int)));
            }
        });
        Assert.That(Edited.Method(edited.Module, "Empty").Body.InitLocals, Is.True);
        Assert.That(Edited.Method(edited.Module, "Skips").Body.InitLocals, Is.False);
    }

    [Test]
    public void Misuse_is_refused()
    {
        using var edited = Edit(optimised, "Try", (editor, one) =>
        {
            var call = CallWith(editor, 10);
            Assert.Multiple(() =>
            {
                Assert.Throws<ArgumentException>(() => editor.Nop(Op(OpCodes.Nop)), "not in the body");
                Assert.Throws<ArgumentException>(() => editor.InsertAfter(call, call), "in the body already");
                Assert.Throws<ArgumentException>(() => editor.InsertAfter(call), "no code");
                Assert.Throws<ArgumentException>(() => editor.ReplaceOperand(call, "text"), "operand of another kind");
                Assert.Throws<ArgumentException>(() => editor.InsertAfter(call, Jump(OpCodes.Br, Op(OpCodes.Nop))), "branch to nowhere");
                Assert.Throws<InvalidOperationException>(() => editor.InsertAfter(editor.Body.Instructions[^1], one), "never met");
            });
            editor.Dispose();
            Assert.Throws<ObjectDisposedException>(() => editor.InsertAfter(call, one));
        });
        Assert.That(edited.Run("Try"), Is.EqualTo(1030));
    }

    private static List<(int, OpCode)> Layout(MethodBody body) => [.. body.Instructions.Select(i => (i.Offset, i.OpCode))];
}
