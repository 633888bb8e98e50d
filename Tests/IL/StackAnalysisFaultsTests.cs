using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using static Tests.IL.HandWritten;

namespace Tests.IL;

/// <summary>Tests bodies that are not valid IL. The analysis must report the fault of each body.</summary>
[Parallelizable(ParallelScope.Self)]
public class StackAnalysisFaultsTests
{
    [Test]
    public void Says_where_a_body_takes_more_than_there_is()
    {
        var body = new HandWritten();
        var add = Op(OpCodes.Add);
        var stack = StackAnalysis.Of(body.Write(Op(OpCodes.Ldc_I4_0), add, Op(OpCodes.Pop), Op(OpCodes.Ret)));
        Assert.Multiple(() =>
        {
            Assert.That(stack.IsSound, Is.False);
            Assert.That(stack.Fault, Is.EqualTo(new BodyFault(add, "It takes 2 values from a stack of 1.")));
            Assert.Throws<InvalidOperationException>(() => stack.ProducersOf(add, 0));
        });
    }

    [Test]
    public void Says_where_paths_disagree_on_the_depth()
    {
        var body = new HandWritten();
        var ret = Op(OpCodes.Ret);
        var stack = StackAnalysis.Of(body.Write(Op(OpCodes.Ldc_I4_0), Jump(OpCodes.Brtrue, ret), Op(OpCodes.Ldc_I4_1), ret));
        Assert.That(stack.Fault, Is.EqualTo(new BodyFault(ret, "It is reached with 0 values on the stack and with 1.")));
    }

    [Test]
    public void Says_where_a_body_returns_with_more_than_its_result()
    {
        var body = new HandWritten();
        var ret = Op(OpCodes.Ret);
        Assert.That(StackAnalysis.Of(body.Write(Op(OpCodes.Ldc_I4_0), ret)).Fault, Is.EqualTo(new BodyFault(ret, "It leaves 1 values on the stack.")));
    }

    [Test]
    public void Says_where_control_leaves_the_body()
    {
        var body = new HandWritten();
        var nop = Op(OpCodes.Nop);
        Assert.That(StackAnalysis.Of(body.Write(nop)).Fault?.At, Is.SameAs(nop));

        var other = new HandWritten();
        var astray = Jump(OpCodes.Br, Op(OpCodes.Nop));
        Assert.That(StackAnalysis.Of(other.Write(astray, Op(OpCodes.Ret))).Fault?.At, Is.SameAs(astray));
    }

    [Test]
    public void Says_that_a_handler_has_no_bounds()
    {
        var body = new HandWritten();
        var ret = Op(OpCodes.Ret);
        body.Write(ret);
        body.Handle(ExceptionHandlerType.Catch, ret, Op(OpCodes.Pop), null);
        Assert.That(StackAnalysis.Of(body.Method).Fault?.Why, Does.Contain("exception handler"));
    }

    [Test]
    public void Says_that_an_abstract_method_has_no_body()
    {
        var body = new HandWritten();
        body.Method.Attributes = MethodAttributes.Abstract | MethodAttributes.Virtual;
        body.Method.Body = null;
        Assert.That(StackAnalysis.Of(body.Method).Fault?.Why, Does.Contain("no body"));
    }
}
