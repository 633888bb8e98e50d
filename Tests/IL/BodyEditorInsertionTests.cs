using Mono.Cecil.Cil;
using static Tests.IL.HandWritten;
using static Tests.IL.Summing;

namespace Tests.IL;

/// <summary>Runs edited methods, to show on which paths inserted code runs.</summary>
[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public class BodyEditorInsertionTests(bool optimised)
{
    [TestCase(true, 101)]
    [TestCase(false, 111)]
    public void Code_on_every_way_is_met_by_jumps(bool jump, int sum)
    {
        using var edited = Edit(optimised, "Join", (editor, one) => editor.InsertOnEveryPathTo(Label(editor), one));
        Assert.That(edited.Run("Join", jump), Is.EqualTo(sum));
    }

    [TestCase(true, 100)]
    [TestCase(false, 111)]
    public void Code_after_an_instruction_is_met_from_there_alone(bool jump, int sum)
    {
        using var edited = Edit(optimised, "Join", (editor, one) => editor.InsertAfter(CallWith(editor, 10), one));
        Assert.That(edited.Run("Join", jump), Is.EqualTo(sum));
    }

    [Test]
    public void Branches_of_the_code_to_its_target_mean_the_target()
    {
        using var edited = Edit(optimised, "Join", (editor, one) =>
        {
            var target = Label(editor);
            editor.InsertOnEveryPathTo(target, Jump(OpCodes.Br, target), one);
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(100));
    }

    [TestCase(0, 11)]
    [TestCase(1, 20)]
    [TestCase(4, 0)]
    public void Code_on_every_way_is_met_by_a_switch(int selector, int sum)
    {
        using var edited = Edit(optimised, "Select", (editor, one) => editor.InsertOnEveryPathTo(ArgumentOf(editor, 10), one));
        Assert.That(edited.Run("Select", selector), Is.EqualTo(sum));
    }

    [Test]
    public void Code_on_every_way_to_a_try_block_is_in_it()
    {
        using var edited = Edit(
            optimised, "Try", (editor, _) => editor.InsertOnEveryPathTo(editor.Body.ExceptionHandlers[0].TryStart, Call(editor, "Throw")));
        Assert.That(edited.Run("Try"), Is.EqualTo(1110));
    }

    [Test]
    public void Code_after_the_instruction_before_a_try_block_is_before_it()
    {
        using var edited = Edit(
            optimised, "Try", (editor, _) => editor.InsertAfter(editor.Body.ExceptionHandlers[0].TryStart.Previous, Call(editor, "Throw")));
        Assert.That(() => edited.Run("Try"), Throws.InnerException.TypeOf<InvalidOperationException>());
    }

    [Test]
    public void Code_on_every_way_to_the_end_of_a_handler_is_behind_it()
    {
        using var edited = Edit(optimised, "Try", (editor, one) => editor.InsertOnEveryPathTo(editor.Body.ExceptionHandlers[0].HandlerEnd, one));
        Assert.That(edited.Run("Try"), Is.EqualTo(1031));
    }

    [Test]
    public void Code_on_every_way_to_a_handler_starts_it()
    {
        using var edited = Edit(optimised, "Finally", (editor, one) => editor.InsertOnEveryPathTo(editor.Body.ExceptionHandlers[0].HandlerStart, one));
        Assert.That(edited.Run("Finally"), Is.EqualTo(111));
    }

    [Test]
    public void No_code_gets_into_a_filter()
    {
        using var edited = Edit(optimised, "Filter", (editor, one) =>
        {
            var handler = editor.Body.ExceptionHandlers[0];
            Assert.Throws<InvalidOperationException>(() => editor.InsertOnEveryPathTo(handler.FilterStart, one));
            Assert.Throws<InvalidOperationException>(() => editor.InsertOnEveryPathTo(handler.HandlerStart.Previous, one));
            Assert.Throws<InvalidOperationException>(() => editor.InsertAfter(handler.HandlerStart.Previous, one));
            Assert.Throws<InvalidOperationException>(() => editor.InsertAfter(handler.HandlerStart.Previous, Op(OpCodes.Ldnull), Op(OpCodes.Throw)));
            Assert.Throws<InvalidOperationException>(() => editor.InsertAfter(handler.FilterStart, one));
            Assert.Throws<InvalidOperationException>(() => editor.Replace(handler.FilterStart, Op(OpCodes.Nop), one));
            editor.InsertOnEveryPathTo(handler.HandlerStart, one);
        });
        Assert.That(edited.Run("Filter"), Is.EqualTo(11));
    }

    [Test]
    public void Code_behind_the_end_serves_branches_to_it()
    {
        using var edited = Edit(optimised, "Join", (editor, one) =>
        {
            var call = CallWith(editor, 100);
            var back = call.Next;
            editor.InsertAfter(editor.Body.Instructions[^1], one, Jump(OpCodes.Br, back));
            editor.InsertAfter(call, Jump(OpCodes.Br, one));
        });
        Assert.That(edited.Run("Join", true), Is.EqualTo(101));
    }
}
