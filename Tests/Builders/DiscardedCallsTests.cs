using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;
using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>If a call's ValueTask is discarded, the weaver adds a call of <c>Forget</c>. <c>Forget</c> returns the box to its pool.</summary>
[Parallelizable(ParallelScope.Self)]
public class DiscardedCallsTests
{
    [TestCase("static void Caller() { _ = M(); }", 1)]
    [TestCase("static void Caller() { M(); M(); }", 2)]
    [TestCase("static void Caller() { var v = M(); var w = v; Use(); }", 1)]
    [TestCase("static void Caller() { _ = M().ConfigureAwait(false).GetAwaiter(); }", 1)]
    [TestCase("static async Task Caller() { var v = M(); await Task.Yield(); await M(); }", 1)]
    [TestCase("static ValueTask<int> F() => M(); static void Caller() { _ = F(); }", 1)]
    [TestCase("class A<T> { public async ValueTask<T> V() { await Task.Yield(); return default; } } static void Caller() { _ = new A<string>().V(); }", 1)]
    [TestCase("static void Caller() { try { _ = M(); } finally { _ = M(); } }", 2)]
    public void Those_that_nobody_looks_at(string members, int expected)
    {
        foreach (var shape in new[] { Shape.Release, Shape.Debug })
        {
            Assert.That(CallsOfForget(shape, members), Is.EqualTo(expected), $"{shape}");
        }
    }

    [TestCase("static void Caller() { _ = M().IsCompleted; }", TestName = "It_is_asked")]
    [TestCase("static void Caller(bool b) { var v = M(); if (b) _ = v.IsFaulted; }", TestName = "It_is_asked_on_one_path")]
    [TestCase("static void Caller(bool b) { var v = M(); if (b) v.AsTask(); }", TestName = "It_is_consumed_on_one_path")]
    [TestCase("static ValueTask<int> Caller(bool b) { var v = M(); return b ? v : default; }", TestName = "It_is_returned_on_one_path")]
    [TestCase("static ValueTask<int> Same(ValueTask<int> v) => v; static void Caller() { var v = M(); _ = Same(v); v.AsTask(); }", TestName = "It_is_one_that_the_caller_has")]
    [TestCase("static ValueTask<int> Same(ref ValueTask<int> v) => Environment.TickCount > 0 ? v : M(); static void Caller(ValueTask<int> v) { _ = Same(ref v); v.AsTask(); }", TestName = "It_may_be_one_that_the_caller_has")]
    [TestCase("static ValueTask<int> P => M(); static void Caller() { _ = P; }", TestName = "It_is_a_propertys")]
    [TestCase("[PooledAwait.PooledAwaitIgnore] static void Caller() { _ = M(); }", TestName = "The_caller_is_ignored")]
    [TestCase("[PooledAwait.PooledAwait(Builders = PooledAwait.PooledBuilders.None)] static void Caller() { _ = M(); }", TestName = "Builders_are_switched_off_for_the_caller_that_throws_it_away")]
    [TestCase("static bool F() { M(); return true; } static void Caller() { try { Use(); } catch (Exception) when (M().IsCompleted) { } }", 1, TestName = "It_stands_in_an_exception_filter")]
    [TestCase("static void Caller() { Func<ValueTask<int>> f = M; _ = f(); }", TestName = "It_may_come_from_anybodys_delegate")]
    [TestCase("public interface I { ValueTask<int> V(); } public class A : I { public ValueTask<int> V() => M(); } public static void Caller(I i) { _ = i.V(); }", TestName = "It_may_come_from_anybodys_implementation")]
    [TestCase("static void Caller(IAsyncDisposable d) { _ = d.DisposeAsync(); }", TestName = "It_comes_from_outside_alone")]
    [TestCase("static void Caller() { _ = PooledAwait.Runtime.DirectTask.Forget(M()); }", 1, TestName = "It_was_woven_before")]
    [TestCase("static Task<int> Caller() => M().AsTask(); static void Other() { _ = Caller(); }", TestName = "It_is_a_task")]
    public void No_other(string members, int expected = 0)
    {
        foreach (var shape in new[] { Shape.Release, Shape.Debug })
        {
            Assert.That(CallsOfForget(shape, members), Is.EqualTo(expected), $"{shape}");
        }
    }

    /// <summary>
    /// Code for .NET Standard may run on runtimes that leave discarded boxes to the garbage collector. On these runtimes, no box
    /// would return to a pool, so pooling would only make each box larger.
    /// </summary>
    [Test]
    public void A_method_that_all_throw_away_is_pooled_where_boxes_come_back([Values] bool isConsumed)
    {
        var members = $"static void Caller() {{ _ = M(); }} static async Task Other() {{ {(isConsumed ? "await M();" : "await Task.Yield();")} }}";

        AssertDecision(members, Pooled);
        foreach (var shape in new[] { Shape.StandardRelease, Shape.StandardDebug })
        {
            AssertDecision(members, isConsumed ? Pooled : "discarded", shape);
            Assert.That(CallsOfForget(shape, members), Is.EqualTo(isConsumed ? 1 : 0), $"{shape}");
        }
    }

    private static int CallsOfForget(Shape shape, string members)
    {
        var module = Rewritten.Module(shape, Source(members));
        return module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody).SelectMany(method => method.Body.Instructions)
            .Count(instruction => instruction is { OpCode.Code: Code.Call, Operand: MethodReference { Name: "Forget" } });
    }
}
