using Tests.Compilation;
using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>A call that misuses the ValueTask of another assembly's method gets its own task, because that method may have a pooled builder.</summary>
[Parallelizable(ParallelScope.Self)]
public class OutsideCallsTests
{
    private const string Twice = "v.GetAwaiter().GetResult(); v.GetAwaiter().GetResult();";

    [TestCase("static void Caller(IAsyncDisposable d) { var v = d.DisposeAsync(); " + Twice + " }", "DisposeAsync in System.Runtime (consumed-twice)")]
    [TestCase("static async Task Caller(IAsyncDisposable d) { var v = d.DisposeAsync(); await Task.Yield(); await v; await v; }", "DisposeAsync in System.Runtime (consumed-twice)")]
    [TestCase("static bool Caller(IAsyncDisposable d) { var v = d.DisposeAsync(); v.AsTask(); return v.IsCompleted; }", "DisposeAsync in System.Runtime (asked-after-consumption)")]
    [TestCase("static void Caller(System.IO.Stream s) { s_field = s.ReadAsync(default(Memory<byte>)); }", "ReadAsync in System.Runtime (stored)")]
    [TestCase("static void Caller(System.IO.Stream s) { new List<ValueTask<int>>().Add(s.ReadAsync(default(Memory<byte>))); }", "ReadAsync in System.Runtime (passed-on)")]
    [TestCase("static void Caller(System.Data.Common.DbConnection c) { var v = c.BeginTransactionAsync(); " + Twice + " }", "BeginTransactionAsync in System.Data.Common (consumed-twice)")]
    [TestCase("static void Caller(Func<ValueTask<int>> f) { s_field = f(); }", "Invoke in System.Runtime (stored)")]
    [TestCase("public delegate ValueTask<int> D(); static void Caller(D d) { s_field = d(); }", "Invoke (stored)", "public ")]
    [TestCase("delegate ValueTask D(); static D Make(IAsyncDisposable d) => d.DisposeAsync; static void Caller(D d) { var v = d(); " + Twice + " }", "Invoke (consumed-twice)")]
    [TestCase("interface I { ValueTask<int> V(); } static void Caller(I i) { s_field = i.V(); }", "V (stored)")]
    [TestCase("public abstract class B { public abstract ValueTask<int> V(); } static void Caller(B b) { s_field = b.V(); }", "V (stored)", "public ")]
    [TestCase("static void Caller<T>(T d) where T : IAsyncDisposable { var v = d.DisposeAsync(); " + Twice + " }", "DisposeAsync in System.Runtime (consumed-twice)")]
    [TestCase("static void Caller(Lazy<ValueTask<int>> l) { var v = l.Value; " + Twice + " }", "get_Value in System.Runtime (consumed-twice)")]
    [TestCase("static ValueTask<int> Forward(Func<ValueTask<int>> f) => f(); static void Caller() { s_field = Forward(null); }", "Forward (stored)")]
    [TestCase("static void Caller(Func<ValueTask<int>> f) { _ = new Lazy<ValueTask<int>>(() => f()); }", "Invoke in System.Runtime (passed-on)")]
    [TestCase("static ConfiguredValueTaskAwaitable F(IAsyncDisposable d) => d.DisposeAsync().ConfigureAwait(false); static void Caller() { var c = F(null); c.GetAwaiter().GetResult(); c.GetAwaiter().GetResult(); }", "DisposeAsync in System.Runtime (consumed-twice)")]
    [TestCase("static async IAsyncEnumerable<int> Caller(IAsyncDisposable d) { await Task.Yield(); var v = d.DisposeAsync(); await v; await v; yield return 1; }", "DisposeAsync in System.Runtime (stored)")]
    public void A_misused_one_gets_it(string members, string expected, string access = "") =>
        Assert.That(OwnTasks(members, access), Is.EqualTo(new[] { $"It calls {expected}." }));

    [TestCase("static async Task Caller(IAsyncDisposable d) { await using var e = d; await d.DisposeAsync(); await d.DisposeAsync().ConfigureAwait(false); d.DisposeAsync().AsTask().Wait(); }", TestName = "Consumed_once")]
    [TestCase("static async Task Caller(IAsyncEnumerable<int> e) { await foreach (var i in e) { Use(); } await foreach (var i in e.ConfigureAwait(false)) { Use(); } }", TestName = "Enumerated")]
    [TestCase("static async IAsyncEnumerable<int> Caller(IAsyncEnumerable<int> e) { await foreach (var i in e) { yield return i; } }", TestName = "Enumerated_by_an_iterator")]
    [TestCase("static async Task<int> Caller(Func<ValueTask<int>> f) { var v = f(); await Task.Yield(); return v.IsCompleted ? v.Result : await v; }", TestName = "Consumed_once_on_each_path")]
    [TestCase("static async Task Caller(IAsyncDisposable d) { var v = d.DisposeAsync().Preserve(); await v; await v; }", TestName = "Preserved")]
    [TestCase("static Task s_task; static async Task Caller(IAsyncDisposable d) { s_task = d.DisposeAsync().AsTask(); await s_task; await s_task; }", TestName = "A_task_that_is_kept")]
    [TestCase("static void Caller(IAsyncDisposable d) { _ = d.DisposeAsync(); }", TestName = "Discarded")]
    [TestCase("static ValueTask Forward(IAsyncDisposable d) => d.DisposeAsync(); static async Task Caller(IAsyncDisposable d) { await Forward(d); }", TestName = "Forwarded")]
    [TestCase("static async ValueTask Forward(ValueTask v) => await v; static async Task Caller(IAsyncDisposable d) { var v = d.DisposeAsync(); await (v.IsCompletedSuccessfully ? default : Forward(v)); }", TestName = "Passed_to_a_method_that_consumes_it_once")]
    [TestCase("static void Caller(Lazy<ValueTask<int>> l, List<ValueTask<int>> v, ValueTask<int>[,] a) { v.Add(l.Value); v.Add(v[0]); s_field = a[0, 0]; }", TestName = "Read_from_where_others_may_read_it_too")]
    [TestCase("[PooledAwait.PooledAwaitIgnore] static async ValueTask N() { await Task.Yield(); } static void Caller() { var v = N(); v.AsTask(); v.AsTask(); }", TestName = "What_an_async_method_of_the_program_returns")]
    [TestCase("class B { public virtual ValueTask<int> V() => default; } static void Caller(B b) { s_field = b.V(); }", TestName = "Of_a_class_that_nobody_else_can_derive_from")]
    [TestCase("delegate ValueTask<int> D(); static D Make() => () => default; static void Caller(D d) { s_field = d(); }", TestName = "Of_a_delegate_that_nobody_else_can_make")]
    [TestCase("[PooledAwait.PooledAwaitIgnore] static void Caller(IAsyncDisposable d) { var v = d.DisposeAsync(); v.AsTask(); v.AsTask(); }", TestName = "Ignored")]
    [TestCase("static void Caller(Func<ValueTask<int>> f) { try { Use(); } catch (Exception) when (new List<ValueTask<int>> { f() }.Count > 1) { } }", TestName = "In_an_exception_filter")]
    [TestCase("struct Machine : IAsyncStateMachine { IAsyncDisposable d; ValueTaskAwaiter a; public void MoveNext() { a = d.DisposeAsync().GetAwaiter(); } public void SetStateMachine(IAsyncStateMachine m) { } }", TestName = "In_a_machine_of_another_compiler")]
    [TestCase("static async Task Caller(IAsyncDisposable d) { var v = PooledAwait.Runtime.OwnTask.Of(d.DisposeAsync()); await v; await v; }", TestName = "Given_a_task_before")]
    public void Others_are_left_alone(string members) => Assert.That(OwnTasks(members), Is.Empty);

    private static string?[] OwnTasks(string members, string access = "") =>
        [.. Rewritten.Decisions(Shape.Release, Source(members).Replace("static class C", access + "static class C")).Where(decision => decision.Misuse != null).Select(decision => decision.Detail)];
}
