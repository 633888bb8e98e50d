using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;

namespace Tests.IL;

/// <summary>Tests the stack after a try block is left and when a handler starts. Also tests code that is never reached.</summary>
[Parallelizable(ParallelScope.Self)]
public class StackAnalysisHandlersTests
{
    [Test]
    public void Lets_leave_empty_the_stack()
    {
        var body = new HandWritten();
        Instruction dropped = Op(OpCodes.Ldc_I4_0), ret = Op(OpCodes.Ret), leave = Jump(OpCodes.Leave, ret), caught = Op(OpCodes.Pop);
        var stack = StackAnalysis.Of(body.Write(dropped, leave, caught, Jump(OpCodes.Leave, ret), ret));
        Assert.Multiple(() =>
        {
            Assert.That(stack.Fault, Is.Null);
            Assert.That(stack.ConsumersOf(dropped), Is.Empty);
        });
    }

    [Test]
    public void Gives_a_catch_handler_and_a_filter_their_exception_object()
    {
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), tried = Jump(OpCodes.Leave, ret);
        Instruction filter = Op(OpCodes.Dup), seen = Op(OpCodes.Pop), forget = Op(OpCodes.Pop);
        Instruction verdict = Op(OpCodes.Ldc_I4_1), endFilter = Op(OpCodes.Endfilter);
        Instruction handler = Op(OpCodes.Pop), end = Jump(OpCodes.Leave, ret);
        body.Write(tried, filter, seen, forget, verdict, endFilter, handler, end, ret);
        body.Handle(ExceptionHandlerType.Filter, tried, handler, ret, filter);
        var stack = StackAnalysis.Of(body.Method);
        var filtered = stack.SingleProducerOf(seen, 0)!;
        var caught = stack.SingleProducerOf(handler, 0)!;
        Assert.Multiple(() =>
        {
            Assert.That(stack.SingleProducerOf(forget, 0), Is.SameAs(filtered));
            Assert.That(stack.ConsumersOf(filtered), Is.EqualTo(new StackUse[] { new(seen, 0), new(forget, 0) }));
            Assert.That(caught, Is.Not.SameAs(filtered));
            Assert.That(stack.ConsumersOf(caught), Is.EqualTo(new[] { new StackUse(handler, 0) }));
            Assert.That(stack.ConsumersOf(verdict), Is.EqualTo(new[] { new StackUse(endFilter, 0) }));
        });
    }

    [TestCase(ExceptionHandlerType.Finally)]
    [TestCase(ExceptionHandlerType.Fault)]
    public void Starts_a_handler_without_exception_object_with_an_empty_stack(ExceptionHandlerType kind)
    {
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), tried = Op(OpCodes.Ldc_I4_0), handler = Op(OpCodes.Nop);
        body.Write(tried, Op(OpCodes.Pop), Jump(OpCodes.Leave, ret), handler, Op(OpCodes.Endfinally), ret);
        body.Handle(kind, tried, handler, ret);
        var stack = StackAnalysis.Of(body.Method);
        Assert.Multiple(() =>
        {
            Assert.That(stack.Fault, Is.Null);
            Assert.That(stack.IsReachable(ret));
        });
    }

    [Test]
    public void Does_not_look_at_unreachable_code()
    {
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), dead = Op(OpCodes.Add), deader = Jump(OpCodes.Br, Op(OpCodes.Nop));
        var stack = StackAnalysis.Of(body.Write(ret, dead, deader));
        Assert.Multiple(() =>
        {
            Assert.That(stack.IsSound);
            Assert.That(stack.IsReachable(dead), Is.False);
            Assert.That(stack.ProducersOf(dead, 0), Is.Empty);
            Assert.That(stack.ConsumersOf(dead), Is.Empty);
        });
    }

    [Test]
    public void Reaches_no_handler_of_an_unreachable_try_block()
    {
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), tried = Op(OpCodes.Nop), handler = Op(OpCodes.Pop);
        body.Write(ret, tried, Op(OpCodes.Rethrow), handler, Op(OpCodes.Rethrow));
        body.Handle(ExceptionHandlerType.Catch, tried, handler, null);
        var stack = StackAnalysis.Of(body.Method);
        Assert.Multiple(() =>
        {
            Assert.That(stack.IsSound);
            Assert.That(stack.IsReachable(handler), Is.False);
        });
    }
}
