using Tests.Compilation;
using static Tests.Builders.Callers;

namespace Tests.Builders;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public class VisibleCallersTests
{
    private const string StaticInterface = "interface I<T> where T : I<T> { static abstract ValueTask<int> V(); }";

    [TestCase("await M();", Pooled)]
    [TestCase("await M().ConfigureAwait(false);", Pooled)]
    [TestCase("await (flag ? M() : default);", Pooled)]
    [TestCase("for (var i = 0; i < 3; i++) await M();", Pooled)]
    [TestCase("for (var i = 0; i < 3; i++) { var v = M(); await v; }", Pooled)]
    [TestCase("try { await M(); } catch (Exception) { await M(); } finally { await M(); }", Pooled)]
    [TestCase("await M().AsTask();", Pooled)]
    [TestCase("await Task.WhenAll(M().AsTask(), M().AsTask());", Pooled)]
    [TestCase("await M().Preserve();", Pooled)]
    [TestCase("await await Task.FromResult(1).ContinueWith(_ => M().AsTask());", Pooled)]
    [TestCase("M();", Pooled)]
    [TestCase("_ = M();", Pooled)]
    [TestCase("var v = M(); await Task.Yield();", Pooled)]
    [TestCase("var v = M(); if (flag) _ = v.IsCompleted;", "discarded")]
    [TestCase("var v = M(); if (flag) await v;", Pooled)]
    [TestCase("var v = M(); try { await v; } finally { Use(); }", Pooled)]
    [TestCase("var v = M(); while (flag) { v = M(); await v; }", Pooled)]
    [TestCase("var a = M(); var b = M(); await b; await a;", Pooled)]
    [TestCase("var v = M(); await Task.Yield(); await v;", Pooled)]
    [TestCase("var v = M(); for (var i = 0; i < 3; i++) { var w = v; v = M(); await w; } await v;", Pooled)]
    [TestCase("ValueTask<int> v = default; try { v = M(); await Task.Yield(); } finally { await v; }", Pooled)]
    [TestCase("var v = M(); try { await v; } catch (Exception) { await Task.Yield(); } finally { await Task.Yield(); }", Pooled)]
    [TestCase("await using var d = new System.IO.MemoryStream(); var v = M(); await Task.Yield(); await v;", Pooled)]
    [TestCase("var v = M(); await Task.Yield(); await v; await Task.Yield(); await v;", "consumed-twice")]
    [TestCase("var v = M(); while (flag) { await Task.Yield(); await v; }", "consumed-twice")]
    [TestCase("var v = M(); try { await Task.Yield(); await v; } catch (Exception) { await v; }", "consumed-twice")]
    [TestCase("var v = M(); try { await v; } finally { await v; }", "consumed-twice")]
    [TestCase("var v = M(); while (flag) { try { await Task.Yield(); } finally { await v; } }", "consumed-twice")]
    [TestCase("var v = M(); try { v.AsTask().Wait(); v.AsTask().Wait(); try { await Task.Yield(); await Task.Yield(); } finally { Use(); } } finally { Use(); }", "consumed-twice")]
    [TestCase("var v = M(); var w = v; await v; await Task.Yield(); await w;", "consumed-twice")]
    [TestCase("var v = M(); await Task.Yield(); await v; if (v.IsCompleted) Use();", "asked-after-consumption")]
    [TestCase("var v = M(); Func<Task> f = async () => await v; await f(); await f();", "stored")]
    [TestCase("var v = M(); Func<Task> f = async () => await v; await v; await f();", "stored")]
    [TestCase("_ = M().ConfigureAwait(false);", Pooled)]
    [TestCase("_ = M().GetAwaiter().IsCompleted;", "discarded")]
    public void What_an_async_caller_does(string body, string expected) =>
        AssertDecision($"static async Task Caller(bool flag) {{ await Task.Yield(); {body} }}", expected, Shape.Release);

    [TestCase("return M();", Pooled)]
    [TestCase("return flag ? M() : M();", Pooled)]
    [TestCase("var v = M(); if (v.IsCompleted) return v; return v;", Pooled)]
    [TestCase("var v = M(); return v.IsCompletedSuccessfully ? new ValueTask<int>(v.Result) : v;", Pooled)]
    [TestCase("var v = M(); var r = v.GetAwaiter().GetResult(); return new ValueTask<int>(r);", Pooled)]
    [TestCase("var v = M(); v.AsTask().Wait(); return default;", Pooled)]
    [TestCase("var v = M(); v.AsTask().Wait(); return v;", "consumed-twice")]
    [TestCase("var v = M(); return new ValueTask<int>(v.Result + v.Result);", "consumed-twice")]
    [TestCase("var v = M(); for (var i = 0; i < 3; i++) v.GetAwaiter().GetResult(); return default;", "consumed-twice")]
    [TestCase("var a = M().GetAwaiter(); a.GetResult(); a.GetResult(); return default;", "consumed-twice")]
    [TestCase("var c = M().ConfigureAwait(false); c.GetAwaiter().GetResult(); c.GetAwaiter().GetResult(); return default;", "consumed-twice")]
    [TestCase("var v = M(); v.GetAwaiter().GetResult(); if (v.IsCompleted) Use(); return default;", "asked-after-consumption")]
    [TestCase("var a = M().GetAwaiter(); a.GetResult(); if (a.IsCompleted) Use(); return default;", "asked-after-consumption")]
    [TestCase("var v = M(); if (flag) { v.AsTask().Wait(); if (v.IsCompleted) Use(); } else { if (v.IsCompleted) Use(); v.AsTask().Wait(); } return default;", "asked-after-consumption")]
    [TestCase("var v = M(); if (flag) { if (v.IsCompleted) Use(); v.AsTask().Wait(); } else { v.AsTask().Wait(); if (v.IsCompleted) Use(); } return default;", "asked-after-consumption")]
    [TestCase("var v = M(); var w = v; return w;", Pooled)]
    [TestCase("var v = M(); var w = v; for (var i = 0; i < 3; i++) { var x = w; w = v; v = x; } return w;", Pooled)]
    [TestCase("var v = M(); if (!v.IsCompletedSuccessfully) return Slow(v); return default;", Pooled)]
    [TestCase("var v = M(); if (flag) v = M(); return v;", Pooled)]
    [TestCase("var v = M(); if (v.IsFaulted) Use(); return default;", "discarded")]
    [TestCase("s_field = M(); return default;", "stored")]
    [TestCase("var array = new ValueTask<int>[] { M() }; Use(array); return default;", "stored")]
    [TestCase("var array = new ValueTask<int>[1]; array[0] = M(); Use(array); return default;", "stored")]
    [TestCase("object boxed = M(); Use(boxed); return default;", "stored")]
    [TestCase("var v = M(); Func<Task<int>> later = () => v.AsTask(); Use(later); return default;", "stored")]
    [TestCase("new List<ValueTask<int>>().Add(M()); return default;", "passed-on")]
    [TestCase("Use(M()); return default;", "discarded")]
    [TestCase("var v = M(); ByReference(ref v); return v;", Pooled)]
    [TestCase("var v = M(); var w = v; v.AsTask(); return w;", "consumed-twice")]
    [TestCase("var v = M(); return Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v);", Pooled)]
    [TestCase("var v = M(); v.AsTask(); return Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v);", "consumed-twice")]
    [TestCase("var v = M(); s_field = Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v); return default;", "stored")]
    [TestCase("var v = M(); M().GetAwaiter().OnCompleted(Use); return v;", "passed-on")]
    public void What_an_ordinary_caller_does(string body, string expected)
    {
        var caller = $"static ValueTask<int> Caller(bool flag) {{ {body} }} static async ValueTask<int> Slow(ValueTask<int> v) => await v;";
        AssertDecision(caller, expected);
    }

    [TestCase("static ValueTask<int> Forward() => M(); static async Task Caller() { await Forward(); }", Pooled)]
    [TestCase("static ValueTask<int> Forward() => M(); static void Caller() { Forward(); }", Pooled)]
    [TestCase("static ValueTask<int> Forward() => M(); static void Caller() { _ = Forward().IsCompleted; }", "discarded")]
    [TestCase(
        "static ValueTask<int> Forward() => Further(); static ValueTask<int> Further() => M(); static void Caller() { s_field = Forward(); }",
        "stored")]
    [TestCase(
        "static ValueTask<int> Forward(int depth) => depth == 0 ? M() : Forward(depth - 1); static async Task Caller() { await Forward(3); }",
        Pooled)]
    public void What_the_callers_of_a_forwarding_method_do(string callers, string expected) => AssertDecision(callers, expected, Shape.Release);

    [TestCase("System.Linq.Expressions.Expression<Func<ValueTask<int>>> e = () => M();", "passed-on")]
    [TestCase("System.Linq.Expressions.Expression<Func<int>> e = () => M().Result;", "passed-on")]
    [TestCase("Func<int> f = () => M().Result;", Pooled)]
    public void A_method_that_an_expression_tree_names_may_be_called_in_any_way(string body, string expected) =>
        AssertDecision($"static void Caller() {{ {body} }}", expected);

    [TestCase("AsyncHelpers.Await(M());", Pooled)]
    [TestCase("AsyncHelpers.Await(M().ConfigureAwait(false));", Pooled)]
    [TestCase("var v = M(); if (v.IsCompleted) Use(); AsyncHelpers.Await(v); AsyncHelpers.Await(v);", "consumed-twice")]
    [TestCase("var v = M(); if (!v.IsCompleted) AsyncHelpers.Await(v);", Pooled)]
    [TestCase("var a = M().GetAwaiter(); AsyncHelpers.AwaitAwaiter(a);", "passed-on")]
    public void What_a_caller_does_that_the_runtime_itself_suspends(string body, string expected) =>
        AssertDecision($"\n#pragma warning disable SYSLIB5007\nstatic void Caller() {{ {body} }}", expected);

    [TestCase("interface I { ValueTask<int> V(); }", "A : I", "public async ValueTask<int> V()", "static void Caller(I i) { _ = i.V().IsCompleted; }")]
    [TestCase(
        "interface I { ValueTask<int> V(); }",
        "A : I", "public async ValueTask<int> V()", "static void Caller(I i) { Func<ValueTask<int>> f = i.V; _ = f().IsCompleted; }")]
    [TestCase("interface I { ValueTask<int> V(); }", "A : I", "async ValueTask<int> I.V()", "static void Caller(I i) { _ = i.V().IsCompleted; }")]
    [TestCase("interface I<T> { ValueTask<T> V(); }", "A : I<int>", "public async ValueTask<int> V()", "static void Caller(I<int> i) { _ = i.V().IsCompleted; }")]
    [TestCase(
        "abstract class B { public abstract ValueTask<int> V(); }",
        "A : B", "public override async ValueTask<int> V()", "static void Caller(B b) { _ = b.V().IsCompleted; }")]
    [TestCase(StaticInterface, "A : I<A>", "public static async ValueTask<int> V()", "static void Caller<T>() where T : I<T> { _ = T.V().IsCompleted; }")]
    [TestCase(StaticInterface, "A : I<A>", "static async ValueTask<int> I<A>.V()", "static void Caller<T>() where T : I<T> { _ = T.V().IsCompleted; }")]
    [TestCase(StaticInterface, "A : I<A>", "public static async ValueTask<int> V()", "static void Caller() { _ = V().IsCompleted; }")]
    public void A_call_through_what_a_method_implements_is_a_call_of_it(string declared, string type, string method, string caller) =>
        AssertIsDiscarded($"{declared} class {type} {{ {method} {{ await Task.Yield(); return 1; }} {caller} }}");

    [Test]
    public void A_call_through_what_a_method_of_the_base_library_declares_is_a_call_of_it() => AssertIsDiscarded(
        """
        class A : IAsyncDisposable
        {
            public async ValueTask DisposeAsync() => await Task.Yield();
            static void Caller(IAsyncDisposable disposable) { _ = disposable.DisposeAsync().IsCompleted; }
        }
        """);

    [Test]
    public void The_caller_is_named()
    {
        var decisions = Rewritten.Decisions(Shape.Release, Source("static void Caller() { _ = M().IsCompleted; }"));

        Assert.That(decisions.Single(decision => decision.Method.Name == "M").Detail, Does.Contain("C.Caller()"));
    }

    [Test]
    public void A_reference_to_it_is_not_followed_through_variables() => AssertDecision(
        "static ValueTask<int> Caller() { var v = M(); ref var w = ref Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v); w.AsTask(); return w; }", "passed-on", Shape.Debug);

    /// <summary>The weaver follows a value through at most 64 holders: variables, and the instructions that store or load them.</summary>
    [TestCase(29, Pooled)]
    [TestCase(30, "not-followed")]
    public void It_is_followed_through_so_many_variables_and_no_more(int copies, string expected) => AssertDecision(
        $"static ValueTask<int> Caller() {{ var v0 = M(); {string.Concat(Enumerable.Range(1, copies).Select(i => $"var v{i} = v{i - 1}; "))}return v{copies}; }}", expected, Shape.Debug);

    [Test]
    public void Who_consumes_it_makes_up_for_who_only_looks_at_it() => AssertDecision("static void Looks() { _ = M().IsCompleted; } static async Task Caller() { await M(); }", Pooled);

    [Test]
    public void Who_consumes_it_makes_up_for_who_discards_it() => AssertDecision("static void Drops() { M(); } static async Task Caller() { await M(); }", Pooled);
}
