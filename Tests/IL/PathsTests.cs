using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;

namespace Tests.IL;

[Parallelizable(ParallelScope.Self)]
public class PathsTests
{
    [Test]
    public void Go_round_a_barrier_and_not_through_it()
    {
        // start; if (1) goto end; barrier; end
        var body = new HandWritten();
        Instruction start = Op(OpCodes.Nop), barrier = Op(OpCodes.Nop), end = Op(OpCodes.Ret);
        Instruction condition = Op(OpCodes.Ldc_I4_1), jump = Jump(OpCodes.Brtrue, end);
        var paths = new Paths(ControlFlow.Of(body.Write(start, condition, jump, barrier, end)));
        Assert.Multiple(() =>
        {
            Assert.That(paths.Exist(start, [end], [barrier]));
            Assert.That(paths.Exist(start, [end], [condition]), Is.False);
            Assert.That(paths.Exist(start, [barrier], [barrier]), "it is reached before it completes");
            Assert.That(paths.Exist(end, [start, condition, barrier], []), Is.False);
        });
    }

    [Test]
    public void Lead_back_to_where_they_began_in_a_loop_alone()
    {
        var body = new HandWritten();
        Instruction before = Op(OpCodes.Nop), head = Op(OpCodes.Ldc_I4_1), jump = Jump(OpCodes.Brtrue, head), end = Op(OpCodes.Ret);
        var paths = new Paths(ControlFlow.Of(body.Write(before, head, jump, end)));
        Assert.Multiple(() =>
        {
            Assert.That(paths.Exist(head, [head], []));
            Assert.That(paths.Exist(before, [before], []), Is.False);
        });
    }

    [Test]
    public void Lead_to_a_handler_from_a_barrier_that_throws()
    {
        // start; try { barrier; leave } catch { pop; leave } ret
        var body = new HandWritten();
        Instruction start = Op(OpCodes.Nop), ret = Op(OpCodes.Ret), barrier = Op(OpCodes.Nop), leave = Jump(OpCodes.Leave, ret);
        Instruction handler = Op(OpCodes.Pop), end = Jump(OpCodes.Leave, ret);
        body.Write(start, barrier, leave, handler, end, ret);
        body.Handle(ExceptionHandlerType.Catch, barrier, handler, ret);
        var paths = new Paths(ControlFlow.Of(body.Method));
        Assert.Multiple(() =>
        {
            Assert.That(paths.Exist(start, [handler], [barrier]));
            Assert.That(paths.Exist(start, [leave], [barrier]), Is.False);
            Assert.That(paths.Exist(start, [handler], [], withoutExceptions: true), Is.False);
        });
    }
}
