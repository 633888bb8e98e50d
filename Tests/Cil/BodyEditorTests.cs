using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using PooledAwait.Fody.Cil;
using static Tests.Cil.HandWritten;

namespace Tests.Cil;

[TestFixture(true)]
[TestFixture(false)]
public class BodyEditorTests(bool optimised)
{
    private const string Source = """
        using System;
        using System.Runtime.CompilerServices;

        public static class C
        {
            static int s_sum;
            static void Add(int n) => s_sum += n;
            static void AddOne() => s_sum += 1;
            static void AddTwo() => s_sum += 2;
            static void Throw() => throw new InvalidOperationException();
            static int Sum() => s_sum;

            static int Join(bool jump) { s_sum = 0; if (jump) goto end; Add(10); end: Add(100); return Sum(); }
            static int Select(int i) { s_sum = 0; switch (i) { case 0: Add(10); break; case 1: Add(20); break; case 2: Add(30); break; case 3: Add(40); break; } return Sum(); }
            static int Try() { s_sum = 0; Add(10); try { Add(20); } catch (InvalidOperationException) { Add(100); } Add(1000); return Sum(); }
            static int Finally() { s_sum = 0; try { Add(10); } finally { Add(100); } return Sum(); }
            static int Filter() { s_sum = 0; try { Throw(); } catch (InvalidOperationException) when (Sum() == 0) { Add(10); } return Sum(); }
            static int Loop(int n) { s_sum = 0; for (var i = 0; i < n; i++) { if (i == 2) continue; Add(10); } return Sum(); }
            [SkipLocalsInit] static int Skips(int n) { var m = 3; while (m < n) { m += m; Add(m); } return m; }
            static void Empty() { }
        }
        """;

    [TestCase(true, 101)]
    [TestCase(false, 111)]
    public void Code_on_every_way_is_met_by_jumps(bool jump, int sum)
    {
        using var edited = Edit("Join", (editor, one) => editor.InsertOnEveryWayTo(End(editor), one));
        Assert.That(edited.Run("Join", jump), Is.EqualTo(sum));
    }

    [TestCase(true, 100)]
    [TestCase(false, 111)]
    public void Code_on_fall_through_is_passed_by_jumps(bool jump, int sum)
    {
        using var edited = Edit("Join", (editor, one) => editor.InsertOnFallThroughTo(End(editor), one));
        Assert.That(edited.Run("Join", jump), Is.EqualTo(sum));
    }

    [TestCase(true, 100)]
    [TestCase(false, 111)]
    public void Code_after_an_instruction_is_met_from_there_alone(bool jump, int sum)
    {
        using var edited = Edit("Join", (editor, one) => editor.InsertAfter(CallWith(editor, 10), one));
        Assert.That(edited.Run("Join", jump), Is.EqualTo(sum));
    }

    [Test]
    public void Branches_of_the_code_to_its_target_mean_the_target()
    {
        using var edited = Edit("Join", (editor, one) =>
        {
            var target = End(editor);
            editor.InsertOnEveryWayTo(target, Jump(OpCodes.Br, target), one);
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(100));
    }

    [TestCase(0, 11)]
    [TestCase(1, 20)]
    [TestCase(4, 0)]
    public void Code_on_every_way_is_met_by_a_switch(int selector, int sum)
    {
        using var edited = Edit("Select", (editor, one) => editor.InsertOnEveryWayTo(ArgumentOf(editor, 10), one));
        Assert.That(edited.Run("Select", selector), Is.EqualTo(sum));
    }

    [Test]
    public void Code_on_every_way_to_a_try_block_is_in_it()
    {
        using var edited = Edit("Try", (editor, _) => editor.InsertOnEveryWayTo(editor.Body.ExceptionHandlers[0].TryStart, Call(editor, "Throw")));
        Assert.That(edited.Run("Try"), Is.EqualTo(1110));
    }

    [Test]
    public void Code_on_fall_through_to_a_try_block_is_before_it()
    {
        using var edited = Edit(
            "Try", (editor, _) => editor.InsertOnFallThroughTo(editor.Body.ExceptionHandlers[0].TryStart, Call(editor, "Throw")));
        Assert.That(() => edited.Run("Try"), Throws.InnerException.TypeOf<InvalidOperationException>());
    }

    [Test]
    public void Code_on_every_way_to_the_end_of_a_handler_is_behind_it()
    {
        using var edited = Edit("Try", (editor, one) => editor.InsertOnEveryWayTo(editor.Body.ExceptionHandlers[0].HandlerEnd, one));
        Assert.That(edited.Run("Try"), Is.EqualTo(1031));
    }

    [Test]
    public void Code_on_every_way_to_a_handler_starts_it()
    {
        using var edited = Edit("Finally", (editor, one) => editor.InsertOnEveryWayTo(editor.Body.ExceptionHandlers[0].HandlerStart, one));
        Assert.That(edited.Run("Finally"), Is.EqualTo(111));
    }

    [Test]
    public void Code_in_the_place_of_an_instruction_is_met_by_all_that_led_there()
    {
        // Add(100) becomes AddOne(); Add(200), at the target of a branch.
        using var edited = Edit("Join", (editor, one) =>
            editor.Replace(ArgumentOf(editor, 100), one, Instruction.Create(OpCodes.Ldc_I4, 200)));
        Assert.That(edited.Run("Join", true), Is.EqualTo(201));
        Assert.That(edited.Run("Join", false), Is.EqualTo(211));
    }

    [Test]
    public void Nops_stay_where_branches_lead()
    {
        using var edited = Edit("Join", (editor, _) =>
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
        using var edited = Edit("Loop", (editor, _) =>
        {
            before = Layout(editor.Body);
            editor.ReplaceOperand(
                CallWith(editor, 10), editor.Body.Method.DeclaringType.Methods.Single(method => method.Name == "AddTwice"));
        }, Source.Replace("static void Empty", "static void AddTwice(int n) => s_sum += 2 * n; static void Empty"));
        Assert.That(Layout(Edited.Method(edited.Module, "Loop").Body), Is.EqualTo(before));
        Assert.That(edited.Run("Loop", 4), Is.EqualTo(60));
    }

    [Test]
    public void Branches_grow_where_they_must_and_nowhere_else()
    {
        List<Instruction> inner = [], outer = [];
        using var edited = Edit("Loop", (editor, one) =>
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
            Assert.That(outer.Select(branch => branch.OpCode.OperandType), Is.All.EqualTo(OperandType.InlineBrTarget));
            Assert.That(inner.Select(branch => branch.OpCode.OperandType), Is.All.EqualTo(OperandType.ShortInlineBrTarget));
            Assert.That(edited.Run("Loop", 4), Is.EqualTo(33));
        });
    }

    [Test]
    public void Branches_of_the_code_are_as_short_as_they_can_be()
    {
        Instruction near = null!;
        using var edited = Edit("Join", (editor, one) =>
        {
            var target = End(editor);
            near = Jump(OpCodes.Br, target);
            editor.InsertOnEveryWayTo(target, near, one);
        });
        Assert.That(near.OpCode, Is.EqualTo(OpCodes.Br_S));
    }

    [Test]
    public void Added_locals_hold_values()
    {
        using var edited = Edit("Join", (editor, _) =>
        {
            var call = CallWith(editor, 100);
            var locals = Enumerable.Range(0, 300).Select(_ => editor.AddLocal(call.Operand is MethodReference m ? m.Parameters[0].ParameterType : null!)).ToList();
            foreach (var local in locals)
            {
                editor.InsertAfter(call.Previous, VariableForms.Store(local), VariableForms.Load(local));
            }

            editor.InsertAfter(call.Previous, Op(OpCodes.Dup), VariableForms.Store(locals[260]), VariableForms.Address(locals[260]), Op(OpCodes.Ldind_I4), Op(OpCodes.Add));
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(200));
    }

    [Test]
    public void Added_locals_are_initialised_where_no_locals_said_otherwise()
    {
        using var edited = new Edited(optimised, Source, module =>
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
    public void No_code_gets_into_a_filter()
    {
        using var edited = Edit("Filter", (editor, one) =>
        {
            var handler = editor.Body.ExceptionHandlers[0];
            Assert.Throws<InvalidOperationException>(() => editor.InsertOnEveryWayTo(handler.FilterStart, one));
            Assert.Throws<InvalidOperationException>(() => editor.InsertOnEveryWayTo(handler.HandlerStart.Previous, one));
            Assert.Throws<InvalidOperationException>(() => editor.InsertOnFallThroughTo(handler.HandlerStart, one));
            Assert.Throws<InvalidOperationException>(() => editor.InsertAfter(handler.FilterStart, one));
            Assert.Throws<InvalidOperationException>(() => editor.Replace(handler.FilterStart, Op(OpCodes.Nop), one));
            editor.InsertOnEveryWayTo(handler.HandlerStart, one);
        });
        Assert.That(edited.Run("Filter"), Is.EqualTo(11));
    }

    [Test]
    public void Code_behind_the_end_serves_branches_to_it()
    {
        using var edited = Edit("Join", (editor, one) =>
        {
            var call = CallWith(editor, 100);
            var back = call.Next;
            editor.InsertAfter(editor.Body.Instructions[^1], one, Jump(OpCodes.Br, back));
            editor.InsertAfter(call, Jump(OpCodes.Br, one));
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(101));
    }

    [Test]
    public void Misuse_is_refused()
    {
        using var edited = Edit("Try", (editor, one) =>
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

    private Edited Edit(string name, Action<BodyEditor, Instruction> edit, string source = Source) => new(optimised, source, module =>
    {
        using var editor = new BodyEditor(Edited.Method(module, name));
        edit(editor, Call(editor, "AddOne"));
    });

    private static Instruction Call(BodyEditor editor, string name) =>
        Instruction.Create(OpCodes.Call, editor.Body.Method.DeclaringType.Methods.Single(method => method.Name == name));

    private static Instruction ArgumentOf(BodyEditor editor, int argument) => CallWith(editor, argument).Previous;

    // The label in Join; in Debug a nop stands there.
    private static Instruction End(BodyEditor editor)
    {
        var end = ArgumentOf(editor, 100);
        while (editor.Body.Instructions.All(i => i.Operand != end))
        {
            end = end.Previous;
        }

        return end;
    }

    private static Instruction CallWith(BodyEditor editor, int argument) =>
        editor.Body.Instructions.First(i => i.Operand is MethodReference { Name: "Add" } && Convert.ToInt32(i.Previous.Operand) == argument);

    private static List<(int, OpCode)> Layout(MethodBody body) => [.. body.Instructions.Select(i => (i.Offset, i.OpCode))];
}
