using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;

namespace Tests.IL;

[Parallelizable(ParallelScope.Self)]
public class StackAnalysisTests
{
    [Test]
    public void Counts_arguments_from_the_bottom()
    {
        var body = new HandWritten(own => own.Int32);
        Instruction left = Op(OpCodes.Ldc_I4_7), right = Op(OpCodes.Ldc_I4_8), subtract = Op(OpCodes.Sub), ret = Op(OpCodes.Ret);
        var stack = StackAnalysis.Of(body.Write(left, right, subtract, ret));
        Assert.Multiple(() =>
        {
            Assert.That(stack.SingleProducerOf(subtract, 0), Is.SameAs(left));
            Assert.That(stack.SingleProducerOf(subtract, 1), Is.SameAs(right));
            Assert.That(stack.ConsumersOf(right), Is.EqualTo(new[] { new StackUse(subtract, 1) }));
            Assert.That(stack.ConsumersOf(subtract), Is.EqualTo(new[] { new StackUse(ret, 0) }));
            Assert.That(stack.ConsumersOf(ret), Is.Empty);
        });
    }

    [Test]
    public void Refuses_to_tell_of_an_argument_that_there_is_not()
    {
        var body = new HandWritten();
        var ret = Op(OpCodes.Ret);
        var stack = StackAnalysis.Of(body.Write(ret));
        Assert.Multiple(() =>
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => stack.ProducersOf(ret, 0));
            Assert.Throws<ArgumentException>(() => stack.ProducersOf(Op(OpCodes.Ret), 0));
        });
    }

    [Test]
    public void Sees_every_way_into_a_join()
    {
        var body = new HandWritten(own => own.Int32);
        Instruction under = Op(OpCodes.Ldc_I4_0), condition = Op(OpCodes.Ldc_I4_1), yes = Op(OpCodes.Ldc_I4_7), no = Op(OpCodes.Ldc_I4_8);
        Instruction add = Op(OpCodes.Add), ret = Op(OpCodes.Ret);
        var stack = StackAnalysis.Of(body.Write(under, condition, Jump(OpCodes.Brtrue, yes), no, Jump(OpCodes.Br, add), yes, add, ret));
        Assert.Multiple(() =>
        {
            Assert.That(stack.ProducersOf(add, 0), Is.EqualTo(new[] { under }));
            Assert.That(stack.ProducersOf(add, 1), Is.EqualTo(new[] { no, yes }));
            Assert.That(stack.SingleProducerOf(add, 1), Is.Null);
            Assert.That(stack.ConsumersOf(yes), Is.EqualTo(new[] { new StackUse(add, 1) }));
            Assert.That(stack.ConsumersOf(no), Is.EqualTo(new[] { new StackUse(add, 1) }));
            Assert.That(stack.ConsumersOf(under), Is.EqualTo(new[] { new StackUse(add, 0) }));
        });
    }

    [Test]
    public void Sees_through_a_loop_that_keeps_values_on_the_stack()
    {
        var body = new HandWritten(own => own.Int32);
        Instruction sum = Op(OpCodes.Ldc_I4_0), head = Op(OpCodes.Ldc_I4_1), add = Op(OpCodes.Add), ret = Op(OpCodes.Ret);
        var untouched = Op(OpCodes.Ldc_I4_5);
        Instruction again = Op(OpCodes.Ldc_I4_1), last = Op(OpCodes.Add);
        var stack = StackAnalysis.Of(body.Write(untouched, sum, head, add, again, Jump(OpCodes.Brtrue, head), last, ret));
        Assert.Multiple(() =>
        {
            Assert.That(stack.ProducersOf(add, 0), Is.EqualTo(new[] { sum, add }));
            Assert.That(stack.ConsumersOf(add), Is.EqualTo(new[] { new StackUse(add, 0), new StackUse(last, 1) }));
            Assert.That(stack.ProducersOf(last, 0), Is.EqualTo(new[] { untouched }));
            Assert.That(stack.ProducersOf(last, 1), Is.EqualTo(new[] { add }));
        });
    }

    [Test]
    public void Sees_through_dup_unless_asked_for_it()
    {
        var body = new HandWritten();
        Instruction value = Op(OpCodes.Ldc_I4_7), first = Op(OpCodes.Dup), second = Op(OpCodes.Dup);
        Instruction add = Op(OpCodes.Add), pop = Op(OpCodes.Pop), pop2 = Op(OpCodes.Pop);
        var stack = StackAnalysis.Of(body.Write(value, first, second, add, pop, pop2, Op(OpCodes.Ret)));
        Assert.Multiple(() =>
        {
            Assert.That(stack.ProducersOf(add, 0), Is.EqualTo(new[] { value }));
            Assert.That(stack.ProducersOf(add, 1), Is.EqualTo(new[] { value }));
            Assert.That(stack.DirectProducersOf(add, 1), Is.EqualTo(new[] { second }));
            Assert.That(stack.DirectProducersOf(pop2, 0), Is.EqualTo(new[] { first }));
            Assert.That(stack.ConsumersOf(value), Is.EqualTo(new StackUse[] { new(add, 0), new(add, 1), new(pop2, 0) }));
            Assert.That(stack.DirectConsumersOf(value), Is.EqualTo(new[] { new StackUse(first, 0) }));
            Assert.That(stack.ConsumersOf(second), Is.EqualTo(new StackUse[] { new(add, 0), new(add, 1) }));
            Assert.That(stack.DirectConsumersOf(first), Is.EqualTo(new StackUse[] { new(second, 0), new(pop2, 0) }));
        });
    }

    [Test]
    public void Tells_of_an_only_use_where_both_sides_have_no_other()
    {
        var body = new HandWritten(own => own.Int32);
        Instruction condition = Op(OpCodes.Ldc_I4_1), yes = Op(OpCodes.Ldc_I4_7), no = Op(OpCodes.Ldc_I4_8), twice = Op(OpCodes.Dup);
        Instruction branch = Jump(OpCodes.Brtrue, yes), add = Op(OpCodes.Add), ret = Op(OpCodes.Ret);
        var stack = StackAnalysis.Of(body.Write(condition, branch, no, Jump(OpCodes.Br, twice), yes, twice, add, ret));
        Assert.Multiple(() =>
        {
            Assert.That(stack.OnlyUseOf(condition), Is.EqualTo(new StackUse(branch, 0)));
            Assert.That(stack.OnlyUseOf(add), Is.EqualTo(new StackUse(ret, 0)));
            Assert.That(stack.OnlyUseOf(yes), Is.Null, "the dup may take another value");
            Assert.That(stack.OnlyUseOf(twice), Is.Null, "there are two copies");
            Assert.That(stack.OnlyUseOf(ret), Is.Null, "there is no value");
        });
    }

    [Test]
    public void Counts_what_each_kind_of_call_takes()
    {
        var body = new HandWritten();
        var onInstance = Instruction.Create(OpCodes.Callvirt, body.Callee(body.Int32, hasThis: true, body.Int32));
        var constructor = Instruction.Create(OpCodes.Newobj, body.Callee(body.Void, hasThis: true, body.Int32));
        var site = new CallSite(body.Int32) { HasThis = true };
        site.Parameters.Add(new ParameterDefinition(body.Int32));
        var indirect = Instruction.Create(OpCodes.Calli, site);
        var variable = body.Callee(body.Void, hasThis: false, body.Int32, new SentinelType(body.Int32), body.Int32);
        variable.CallingConvention = MethodCallingConvention.VarArg;
        var varargs = Instruction.Create(OpCodes.Call, variable);
        Instruction receiver = Op(OpCodes.Ldnull), argument = Op(OpCodes.Ldc_I4_1), pointer = Op(OpCodes.Ldc_I4_2), size = Op(OpCodes.Ldc_I4_3);
        var stack = StackAnalysis.Of(body.Write(
            size, constructor, argument, onInstance, Op(OpCodes.Pop),
            receiver, Op(OpCodes.Ldc_I4_1), pointer, indirect, Op(OpCodes.Dup), Op(OpCodes.Dup), varargs, Op(OpCodes.Ret)));
        Assert.Multiple(() =>
        {
            Assert.That(stack.Fault, Is.Null);
            Assert.That(stack.SingleProducerOf(onInstance, 0), Is.SameAs(constructor));
            Assert.That(stack.SingleProducerOf(onInstance, 1), Is.SameAs(argument));
            Assert.That(stack.SingleProducerOf(constructor, 0), Is.SameAs(size));
            Assert.That(stack.SingleProducerOf(indirect, 0), Is.SameAs(receiver));
            Assert.That(stack.SingleProducerOf(indirect, 2), Is.SameAs(pointer));
            Assert.That(stack.ArgumentCountOf(varargs), Is.EqualTo(3));
            Assert.That(stack.SingleProducerOf(varargs, 2), Is.SameAs(indirect));
        });
    }

    [Test]
    public void Takes_void_with_a_modifier_for_void()
    {
        var body = new HandWritten(own => new RequiredModifierType(own.Object, own.Void));
        var setter = body.Callee(new RequiredModifierType(body.Object, body.Void), hasThis: false);
        Assert.That(StackAnalysis.Of(body.Write(Instruction.Create(OpCodes.Call, setter), Op(OpCodes.Ret))).Fault, Is.Null);
    }

    [Test]
    public void Takes_a_switch_for_a_way_to_every_target_and_past_it()
    {
        var body = new HandWritten(own => own.Int32);
        Instruction zero = Op(OpCodes.Ldc_I4_0), one = Op(OpCodes.Ldc_I4_1), other = Op(OpCodes.Ldc_I4_2), ret = Op(OpCodes.Ret);
        var selector = Op(OpCodes.Ldc_I4_5);
        var @switch = Instruction.Create(OpCodes.Switch, new[] { zero, one, zero });
        var stack = StackAnalysis.Of(body.Write(
            selector, @switch, other, Jump(OpCodes.Br, ret), zero, Jump(OpCodes.Br, ret), one, ret));
        Assert.Multiple(() =>
        {
            Assert.That(stack.ProducersOf(ret, 0), Is.EqualTo(new[] { other, zero, one }));
            Assert.That(stack.ConsumersOf(selector), Is.EqualTo(new[] { new StackUse(@switch, 0) }));
        });
    }

    [Test]
    public void Takes_a_body_of_a_hundred_thousand_instructions()
    {
        var body = new HandWritten();
        var instructions = new List<Instruction> { Op(OpCodes.Ldc_I4_0) };
        for (var i = 0; i < 25_000; i++)
        {
            // Each join leaves the first value on the stack, below the value that the join pops.
            var join = Op(OpCodes.Pop);
            instructions.AddRange([Op(OpCodes.Ldc_I4_1), Op(OpCodes.Dup), Jump(OpCodes.Brtrue, join), Op(OpCodes.Nop), join]);
        }

        var last = Op(OpCodes.Pop);
        var stack = StackAnalysis.Of(body.Write([.. instructions, last, Op(OpCodes.Ret)]));
        Assert.That(stack.ConsumersOf(instructions[0]), Is.EqualTo(new[] { new StackUse(last, 0) }));
    }
}
