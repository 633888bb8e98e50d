using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;

namespace Tests.IL;

[Parallelizable(ParallelScope.Self)]
public class ControlFlowTests
{
    [Test]
    public void Sends_a_leave_through_the_finally_handlers_that_it_leaves()
    {
        // try { try { leave } finally { } } finally { }
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), leave = Jump(OpCodes.Leave, ret);
        Instruction inner = Op(OpCodes.Nop), innerEnd = Op(OpCodes.Endfinally), outer = Op(OpCodes.Nop), outerEnd = Op(OpCodes.Endfinally);
        body.Write(leave, inner, innerEnd, outer, outerEnd, ret);
        body.Handle(ExceptionHandlerType.Finally, leave, inner, outer);
        body.Handle(ExceptionHandlerType.Finally, leave, outer, ret);
        var flow = ControlFlow.Of(body.Method);
        Assert.Multiple(() =>
        {
            Assert.That(After(flow, leave), Is.EqualTo(new[] { inner }));
            Assert.That(After(flow, innerEnd), Is.EqualTo(new[] { outer }));
            Assert.That(After(flow, outerEnd), Is.EqualTo(new[] { ret }));
            Assert.That(Handlers(flow, leave), Is.EqualTo(new[] { inner }), "the outer finally runs after the inner one");
            Assert.That(Handlers(flow, inner), Is.EqualTo(new[] { outer }));
            Assert.That(Handlers(flow, outer), Is.Empty);
        });
    }

    [Test]
    public void Runs_no_finally_for_a_leave_within_its_try_block()
    {
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), leave = Jump(OpCodes.Leave, ret), within = Jump(OpCodes.Leave, leave), handler = Op(OpCodes.Endfinally);
        body.Write(within, leave, handler, ret);
        body.Handle(ExceptionHandlerType.Finally, within, handler, ret);
        Assert.That(After(ControlFlow.Of(body.Method), within), Is.EqualTo(new[] { leave }));
    }

    [Test]
    public void Enters_every_handler_of_one_try_block_from_each_of_its_instructions()
    {
        // try { nop; leave } filter { } catch { } catch { }
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), nop = Op(OpCodes.Nop), leave = Jump(OpCodes.Leave, ret);
        Instruction filter = Op(OpCodes.Pop), verdict = Op(OpCodes.Ldc_I4_1), endFilter = Op(OpCodes.Endfilter);
        Instruction filtered = Op(OpCodes.Pop), filteredEnd = Jump(OpCodes.Leave, ret), caught = Op(OpCodes.Pop), caughtEnd = Jump(OpCodes.Leave, ret);
        body.Write(nop, leave, filter, verdict, endFilter, filtered, filteredEnd, caught, caughtEnd, ret);
        body.Handle(ExceptionHandlerType.Filter, nop, filtered, caught, filter);
        body.Handle(ExceptionHandlerType.Catch, nop, caught, ret);
        body.Method.Body.ExceptionHandlers[1].TryEnd = filter;
        var flow = ControlFlow.Of(body.Method);
        Assert.Multiple(() =>
        {
            Assert.That(Handlers(flow, nop), Is.EqualTo(new[] { filter, caught }));
            Assert.That(Handlers(flow, leave), Is.EqualTo(new[] { filter, caught }));
            Assert.That(Handlers(flow, filter), Is.EqualTo(new[] { caught }), "where the filter says no");
            Assert.That(Handlers(flow, endFilter), Is.EqualTo(new[] { caught }));
            Assert.That(Handlers(flow, filtered), Is.Empty);
            Assert.That(After(flow, endFilter), Is.EqualTo(new[] { filtered }));
            Assert.That(flow.Instructions.Where(flow.IsInFilter), Is.EqualTo(new[] { filter, verdict, endFilter }));
        });
    }

    [Test]
    public void Enters_an_outer_filter_before_an_inner_finally_runs()
    {
        // try { try { leave } finally { } } filter { } { }
        var body = new HandWritten();
        Instruction ret = Op(OpCodes.Ret), leave = Jump(OpCodes.Leave, ret), inner = Op(OpCodes.Endfinally), filter = Op(OpCodes.Pop);
        Instruction endFilter = Op(OpCodes.Endfilter), handler = Op(OpCodes.Pop);
        body.Write(leave, inner, filter, Op(OpCodes.Ldc_I4_1), endFilter, handler, Jump(OpCodes.Leave, ret), ret);
        body.Handle(ExceptionHandlerType.Finally, leave, inner, filter);
        body.Handle(ExceptionHandlerType.Filter, leave, handler, ret, filter);
        var flow = ControlFlow.Of(body.Method);
        Assert.Multiple(() =>
        {
            Assert.That(Handlers(flow, leave), Is.EqualTo(new[] { inner, filter }));
            Assert.That(Handlers(flow, endFilter), Is.EqualTo(new[] { inner }), "where the filter says yes");
            Assert.That(Handlers(flow, inner), Is.EqualTo(new[] { filter, handler }), "the filter of what the finally throws, and the handler of what was filtered");
            Assert.That(Handlers(flow, handler), Is.Empty);
        });
    }

    [Test]
    public void Follows_nothing_behind_a_throw()
    {
        var body = new HandWritten();
        Instruction @throw = Op(OpCodes.Throw), dead = Op(OpCodes.Ret);
        var flow = ControlFlow.Of(body.Write(Op(OpCodes.Ldnull), @throw, dead));
        Assert.That(After(flow, @throw), Is.Empty);
        Assert.That(flow.IsReachable(flow.PositionOf(dead)), Is.False);
    }

    private static IEnumerable<Instruction> After(ControlFlow flow, Instruction instruction) =>
        flow.SuccessorsOf(flow.PositionOf(instruction)).Select(position => flow.Instructions[position]);

    private static IEnumerable<Instruction> Handlers(ControlFlow flow, Instruction instruction) =>
        flow.HandlersOf(flow.PositionOf(instruction)).Select(position => flow.Instructions[position]);
}
