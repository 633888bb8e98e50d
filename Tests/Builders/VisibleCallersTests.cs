using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Builders;

public class VisibleCallersTests
{
    private const string Pooled = "pooled";
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
    [TestCase("M();", "discarded")]
    [TestCase("_ = M();", "discarded")]
    [TestCase("var v = M(); if (flag) await v;", "discarded")]
    [TestCase("_ = M().ConfigureAwait(false);", "discarded")]
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
    [TestCase("var v = M(); var w = v; return w;", Pooled)]
    [TestCase("var v = M(); var w = v; for (var i = 0; i < 3; i++) { var x = w; w = v; v = x; } return w;", "passed-on")]
    [TestCase("s_field = M(); return default;", "stored")]
    [TestCase("var array = new ValueTask<int>[] { M() }; Use(array); return default;", "stored")]
    [TestCase("var array = new ValueTask<int>[1]; array[0] = M(); Use(array); return default;", "stored")]
    [TestCase("object boxed = M(); Use(boxed); return default;", "stored")]
    [TestCase("var v = M(); Func<Task<int>> later = () => v.AsTask(); Use(later); return default;", "stored")]
    [TestCase("new List<ValueTask<int>>().Add(M()); return default;", "passed-on")]
    [TestCase("Use(M()); return default;", "passed-on")]
    [TestCase("var v = M(); ByReference(ref v); return v;", "passed-on")]
    [TestCase("var v = M(); var w = v; v.AsTask(); return w;", "consumed-twice")]
    [TestCase("var v = M(); return Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v);", Pooled)]
    [TestCase("var v = M(); v.AsTask(); return Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v);", "consumed-twice")]
    [TestCase("var v = M(); s_field = Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v); return default;", "stored")]
    [TestCase("var v = M(); ref var w = ref Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v); w.AsTask(); return w;", "passed-on")]
    [TestCase("var v = M(); M().GetAwaiter().OnCompleted(Use); return v;", "passed-on")]
    public void What_an_ordinary_caller_does(string body, string expected)
    {
        var caller = $"static ValueTask<int> Caller(bool flag) {{ {body} }}";
        AssertDecision(caller, expected, Shape.Release);
        AssertDecision(caller, expected, Shape.Debug);
    }

    [TestCase("static async Task<int> Once(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static async ValueTask<int> Once(ValueTask<int> v) => await v.ConfigureAwait(false);", Pooled)]
    [TestCase("static async void Once(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static async Task<T> Once<T>(ValueTask<T> v) => await v;", Pooled)]
    [TestCase("[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] static async ValueTask<int> Once(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) => Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v).Result;", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { await Task.Yield(); for (var i = 0; i < 3; i++) await Task.Yield(); return await v; }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { try { return await v; } catch (Exception) { await Task.Yield(); return 0; } finally { Use(); } }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => v.IsCompletedSuccessfully ? v.Result : await v;", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { var t = v.AsTask(); return await t + await t; }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(v); static async Task<int> Twice(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) => v.IsCompleted ? v.Result : v.AsTask().Result;", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) { var w = v; return w.GetAwaiter().GetResult(); }", Pooled)]
    [TestCase("static void Once(ValueTask<int> v) { }", "passed-on")]
    [TestCase("static ValueTask<int> Once(ValueTask<int> v) => v;", "passed-on")]
    [TestCase("static int Once(ValueTask<int> v) => v.Result + v.Result;", "passed-on")]
    [TestCase("static int Once(ValueTask<int> v) { v.AsTask().Wait(); return v.IsCompleted ? 1 : 0; }", "passed-on")]
    [TestCase("static void Once(ValueTask<int> v) { s_field = v; }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await v + await v;", "passed-on")]
    [TestCase("static async Task<bool> Once(ValueTask<int> v) { await v; return v.IsCompleted; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { if (Environment.TickCount > 0) await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { await Task.Yield(); if (Environment.TickCount > 0) await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { if (Environment.TickCount > 0) await Task.Yield(); else await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { for (var i = 0; i < 3; i++) await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { do await Task.Yield(); while (await v > 0); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; } catch (Exception) { await v; } }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { await v; v = default; await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { v = default; await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { v = new ValueTask<int>(1); await v; }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { Func<Task<int>> f = async () => await v; await f(); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { _ = v; await Task.Yield(); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => Environment.TickCount > 0 ? await v : await Once(v);", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(v) + await Twice(v); static async Task<int> Twice(ValueTask<int> v) => await v;", "passed-on")]
    [TestCase("static async IAsyncEnumerable<int> Once(ValueTask<int> v) { yield return await v; }", "passed-on")]
    [TestCase("static void Once<T>(T v) { }", "passed-on")]
    public void What_a_method_does_that_it_is_passed_to(string callee, string expected)
    {
        foreach (var caller in new[] { "static void Caller() { Once(M()); }", "static void Caller(bool flag) { var v = M(); if (flag) Once(v); else v.AsTask().Wait(); }" })
        {
            AssertDecision(caller + callee, expected, Shape.Release);
            AssertDecision(caller + callee, expected, Shape.Debug);
        }
    }

    [TestCase("Once(M()); Once(M());", Pooled)]
    [TestCase("var v = M(); if (!v.IsCompleted) Once(v); else v.AsTask().Wait();", Pooled)]
    [TestCase("var v = M(); for (var i = 0; i < 3; i++) { Once(v); v = M(); } Once(v);", Pooled)]
    [TestCase("var v = M(); if (v.IsCompleted) Use(); Once(v); Once(v);", "consumed-twice")]
    [TestCase("var v = M(); for (var i = 0; i < 3; i++) Once(v);", "consumed-twice")]
    [TestCase("var v = M(); Once(v); if (v.IsCompleted) Use();", "asked-after-consumption")]
    [TestCase("var v = M(); if (Environment.TickCount > 0) Once(v);", "discarded")]
    [TestCase("new A().Once(M());", Pooled)]
    [TestCase("new A().Maybe(M());", "passed-on")]
    [TestCase("((I)new A()).Maybe(M());", "passed-on")]
    [TestCase("Func<ValueTask<int>, Task> f = Once; f(M());", "passed-on")]
    public void How_a_caller_passes_it(string body, string expected)
    {
        var members =
            $$"""
            interface I { Task Maybe(ValueTask<int> v); }
            class A : I
            {
                public async Task Once(ValueTask<int> v) => await v;
                public virtual async Task Maybe(ValueTask<int> v) => await v;
            }
            static async Task Once(ValueTask<int> v) => await v;
            static void Caller() { {{body}} }
            """;
        AssertDecision(members, expected, Shape.Release);
        AssertDecision(members, expected, Shape.Debug);
    }

    [TestCase("static ValueTask<int> Forward() => M(); static async Task Caller() { await Forward(); }", Pooled)]
    [TestCase("static ValueTask<int> Forward() => M(); static void Caller() { Forward(); }", "discarded")]
    [TestCase(
        "static ValueTask<int> Forward() => Further(); static ValueTask<int> Further() => M(); static void Caller() { s_field = Forward(); }",
        "stored")]
    [TestCase(
        "static ValueTask<int> Forward(int depth) => depth == 0 ? M() : Forward(depth - 1); static async Task Caller() { await Forward(3); }",
        Pooled)]
    public void What_the_callers_of_a_forwarding_method_do(string callers, string expected) => AssertDecision(callers, expected, Shape.Release);

    [TestCase("static async Task Caller() { Func<ValueTask<int>> f = M; await f(); await f(); }", Pooled)]
    [TestCase("static void Caller() { Func<ValueTask<int>> f = M; f(); }", "discarded")]
    [TestCase("static void Caller() { Func<ValueTask<int>> f = () => M(); f(); }", "discarded")]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static void Caller(Func<ValueTask<int>> f) { s_field = f(); }", "stored")]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static ValueTask<int> Forward(Func<ValueTask<int>> f) => f(); static void Caller() { Forward(Maker()); }", "discarded")]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static void Caller<T>(Func<ValueTask<T>> f) { f(); }", "discarded")]
    [TestCase("delegate ValueTask<int> D(); static D Maker() => M; static void Caller(D d) { d(); }", "discarded")]
    [TestCase("delegate ValueTask<T> D<T>(); static D<int> Maker() => M; static void Caller(D<int> d) { d?.Invoke(); }", "discarded")]
    [TestCase("delegate ValueTask<int> D(); static Func<ValueTask<int>> Maker() { D d = M; return new Func<ValueTask<int>>(d); } static void Caller(Func<ValueTask<int>> f) { f(); }", "discarded")]
    [TestCase("delegate ValueTask<int> D(); static D Maker() => M; static void Caller(Func<ValueTask<int>> f) { f(); }", Pooled)]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static void Caller(Func<ValueTask<string>> f, Func<ValueTask> g, Func<int, ValueTask<int>> h) { f(); g(); h(1); }", Pooled)]
    [TestCase("static void Caller(Func<ValueTask<int>> f) { f(); }", Pooled)]
    public void What_the_callers_of_a_delegate_do(string callers, string expected)
    {
        AssertDecision(callers, expected, Shape.Release);
        AssertDecision(callers, expected, Shape.Debug);
    }

    [TestCase("static void Caller() { Func<ValueTask<int>> f = async () => { await Task.Yield(); return 1; }; f(); }")]
    [TestCase("static void Caller(int i) { async ValueTask<int> F() { await Task.Yield(); return i; } Func<ValueTask<int>> f = F; f(); }")]
    public void A_lambda_or_local_function_is_called_through_its_delegate(string caller) => AssertIsDiscarded($"class A {{ {caller} }}");

    [TestCase("interface I { ValueTask<int> V(); }", "A : I", "public async ValueTask<int> V()", "static void Caller(I i) { i.V(); }")]
    [TestCase(
        "interface I { ValueTask<int> V(); }",
        "A : I", "public async ValueTask<int> V()", "static void Caller(I i) { Func<ValueTask<int>> f = i.V; f(); }")]
    [TestCase("interface I { ValueTask<int> V(); }", "A : I", "async ValueTask<int> I.V()", "static void Caller(I i) { i.V(); }")]
    [TestCase("interface I<T> { ValueTask<T> V(); }", "A : I<int>", "public async ValueTask<int> V()", "static void Caller(I<int> i) { i.V(); }")]
    [TestCase(
        "abstract class B { public abstract ValueTask<int> V(); }",
        "A : B", "public override async ValueTask<int> V()", "static void Caller(B b) { b.V(); }")]
    [TestCase(StaticInterface, "A : I<A>", "public static async ValueTask<int> V()", "static void Caller<T>() where T : I<T> { T.V(); }")]
    [TestCase(StaticInterface, "A : I<A>", "static async ValueTask<int> I<A>.V()", "static void Caller<T>() where T : I<T> { T.V(); }")]
    [TestCase(StaticInterface, "A : I<A>", "public static async ValueTask<int> V()", "static void Caller() { V(); }")]
    public void A_call_through_what_a_method_implements_is_a_call_of_it(string declared, string type, string method, string caller) =>
        AssertIsDiscarded($"{declared} class {type} {{ {method} {{ await Task.Yield(); return 1; }} {caller} }}");

    [Test]
    public void A_call_through_what_a_method_of_the_base_library_declares_is_a_call_of_it() => AssertIsDiscarded(
        """
        class A : IAsyncDisposable
        {
            public async ValueTask DisposeAsync() => await Task.Yield();
            static void Caller(IAsyncDisposable disposable) { disposable.DisposeAsync(); }
        }
        """);

    [TestCase("static async Task<int> Once(ValueTask<int> v) { var i = await v; try { await Task.Yield(); } finally { Use(); } return i; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); } finally { await v; } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); } finally { v.AsTask().Wait(); } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); await v; } finally { Use(); } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await Task.Yield(); await v; } finally { await v; } } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; await Task.Yield(); } finally { v.AsTask().Wait(); } } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { var i = await v; for (;;) { try { await Task.Yield(); if (Environment.TickCount > 0) return i; } catch (Exception) { await Task.Yield(); } } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { using var s = new System.IO.MemoryStream(await v); await Task.Yield(); return 1; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { await using var s = new System.IO.MemoryStream(await v); await Task.Yield(); return 1; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v, int k = 1) => k switch { 1 => await v, 2 => await v + 1, _ => v.Result }; static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { if (await v > 1 && Environment.TickCount > 0) await Task.Yield(); } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { await Task.Yield(); lock (typeof(C)) { v.GetAwaiter().GetResult(); } } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { for (;;) { await Task.Yield(); if (Environment.TickCount > 0) break; } await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { await v; foreach (var i in new List<int>()) await Task.Yield(); } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { foreach (var i in new List<int>()) { await Task.Yield(); } await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { foreach (var i in new List<int>()) { await v; } } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { again: var i = await v; if (i > 5) goto again; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; } catch (Exception) when (v.IsFaulted) { } } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { while (true) { try { await v; return; } catch (Exception) { } } } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(await v, v); static async Task<int> Twice(int i, ValueTask<int> v) => await v; static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(v, await v); static async Task<int> Twice(ValueTask<int> v, int i) => await v; static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v, ValueTask<int> w) => await Both(await v, await w); static async Task<int> Both(int i, int j) { await Task.Yield(); return i; } static void Caller() { Once(M(), M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { var w = v; await w; await w; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) => await Task.WhenAny(v.AsTask(), Task.Delay(1)); static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { dynamic d = v; await d; await d; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { dynamic d = Task.CompletedTask; await d; await v; } static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static void AwaitOnCompleted() { } static async Task Once(ValueTask<int> v) { await v; AwaitOnCompleted(); await v; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("[System.Runtime.CompilerServices.AsyncMethodBuilder(typeof(System.Runtime.CompilerServices.PoolingAsyncValueTaskMethodBuilder<>))] static async ValueTask<int> Once(ValueTask<int> v) => await v; static async Task Caller() { await Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; } finally { if (Environment.TickCount > 0) await Task.Yield(); } v = default; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { foreach (var i in new List<int>()) { await Task.Yield(); } if (Environment.TickCount > 0) await v; } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(ValueTask<int> v) { while (true) { await Task.Yield(); try { await Task.Yield(); if (Environment.TickCount > 0) return; } finally { Use(); } await v; return; } } static void Caller() { Once(M()); }", "passed-on")]
    public void How_a_machine_comes_to_it(string members, string expected)
    {
        AssertDecision(members, expected, Shape.Release);
        AssertDecision(members, expected, Shape.Debug);
    }

    [TestCase("static void Once(int i, __arglist) { } static void Caller() { Once(1, __arglist(M())); }", "passed-on")]
    [TestCase("static void Once(params ValueTask<int>[] v) { } static void Caller() { Once(M()); }", "stored")]
    [TestCase("static void Once(params ReadOnlySpan<ValueTask<int>> v) { } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static int Once(in ValueTask<int> v) => v.Result; static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task Once(this ValueTask<int> v) => await v; static void Caller() { M().Once(); }", Pooled)]
    [TestCase("static int Once(in this ValueTask<int> v) => v.Result; static void Caller() { M().Once(); }", "passed-on")]
    [TestCase("class W { public static W operator +(W w, ValueTask<int> v) { v.AsTask().Wait(); return w; } } static void Caller() { _ = new W() + M(); }", Pooled)]
    [TestCase("struct S { public async Task Once(ValueTask<int> v) => await v; } static void Caller() { new S().Once(M()); }", Pooled)]
    [TestCase("class G<T> { public async Task<T> Once(ValueTask<T> v) => await v; public async Task Two(ValueTask<T> v) { await v; await v; } } static void Caller() { new G<int>().Once(M()); }", Pooled)]
    [TestCase("static void Caller(int k) { async Task<int> Once(ValueTask<int> v) => await v + k; Once(M()); }", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) { int F() => v.Result; return F() + F(); } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { async Task<int> F() => await v; return await F() + await F(); } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static IEnumerable<int> Once(ValueTask<int> v) { v.AsTask().Wait(); yield return 1; } static void Caller() { Once(M()); }", "passed-on")]
    public void Which_parameters_it_is_passed_as(string members, string expected)
    {
        AssertDecision(members, expected, Shape.Release);
        AssertDecision(members, expected, Shape.Debug);
    }

    [TestCase("interface I { Task Once(ValueTask<int> v); } sealed class A : I { public async Task Once(ValueTask<int> v) => await v; } static void Caller(A a) { a.Once(M()); }", Pooled)]
    [TestCase("interface I { Task Once(ValueTask<int> v); } class A : I { public async Task Once(ValueTask<int> v) => await v; } static void Caller(A a) { a.Once(M()); }", Pooled)]
    [TestCase("class A { public virtual async Task Once(ValueTask<int> v) => await v; } class B : A { public override Task Once(ValueTask<int> v) => base.Once(M()); }", Pooled)]
    [TestCase("interface J { static virtual void Once(ValueTask<int> v) { v.AsTask().Wait(); } } class B : J { static void J.Once(ValueTask<int> v) { } } static void Caller<T>() where T : J { T.Once(M()); }", "passed-on")]
    public void Which_methods_are_certain_to_be_called(string members, string expected)
    {
        AssertDecision(members, expected, Shape.Release);
        AssertDecision(members, expected, Shape.Debug);
    }

    [TestCase("static unsafe void Caller() { delegate*<ValueTask<int>> p = &M; p(); }", "passed-on")]
    [TestCase("static T Call<T>(Func<T> f) => f(); static void Caller() { _ = Call(M); }", "passed-on")]
    [TestCase("static async Task Caller() { var l = new Lazy<ValueTask<int>>(M); await l.Value; await l.Value; }", "passed-on")]
    [TestCase("static void Caller() { Use(System.Linq.Enumerable.Select(new[] { 1 }, _ => M())); }", "passed-on")]
    [TestCase("static T Call<T>(Func<T> f) => f(); static Func<ValueTask<int>> Maker() => M; static void Caller() { Call(() => 1); new Lazy<ValueTask<string>>(() => default); }", Pooled)]
    public void Who_calls_it_without_knowing_what_it_gets(string members, string expected)
    {
        AssertDecision(members, expected, Shape.Release);
        AssertDecision(members, expected, Shape.Debug);
    }

    [TestCase(20, Pooled)]
    [TestCase(1_000, "passed-on")]
    public void It_is_followed_through_some_methods_and_never_out_of_the_stack(int methods, string expected)
    {
        var chain = string.Concat(Enumerable.Range(0, methods).Select(i => $"static int F{i}(ValueTask<int> v) => F{i + 1}(v); "));

        AssertDecision($"{chain} static int F{methods}(ValueTask<int> v) => v.Result; static void Caller() {{ F0(M()); }}", expected, Shape.Release);
    }

    [Test]
    public void Many_delegates_of_one_type_that_call_each_other_are_looked_at_once()
    {
        // Their product would take minutes.
        const int Many = 300;
        var members = string.Concat(Enumerable.Range(0, Many).Select(i =>
            $"static Func<ValueTask<int>> Maker{i}() => async () => {{ await Task.Yield(); return {i}; }}; " +
            $"static Func<ValueTask<int>> Forward{i}(Func<ValueTask<int>> f) => () => f(); " +
            $"static async Task Caller{i}(Func<ValueTask<int>> f) => await f(); "));

        var report = Rewritten.Report(Shape.Release, Source(members));

        Assert.That(report.Decisions.Count(decision => decision.Reason == null && decision.Method.Name.Contains("Maker")), Is.EqualTo(Many));
    }

    [Test]
    public void The_caller_is_named()
    {
        var report = Rewritten.Report(Shape.Release, Source("static void Caller() { M(); }"));

        Assert.That(report.Decisions.Single(decision => decision.Method.Name == "M").Detail, Does.Contain("C.Caller()"));
    }

    [Test]
    public void A_local_kept_across_an_await_is_stored_in_the_state_machine() =>
        AssertDecision("static async Task Caller() { var v = M(); await Task.Yield(); await v; }", "stored", Shape.Release);

    private static void AssertIsDiscarded(string types)
    {
        var decisions = Rewritten.Decisions(Shape.Release, $"using System; using System.Threading.Tasks; {types}");

        Assert.That(decisions.Values, Is.EqualTo(new[] { "discarded" }));
    }

    private static void AssertDecision(string callers, string expected, Shape shape) =>
        Assert.That(Rewritten.Decisions(shape, Source(callers))["M"], Is.EqualTo(expected), shape.ToString());

    private static string Source(string members) =>
        $$"""
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;
        static class C
        {
            static ValueTask<int> s_field;
            static async ValueTask<int> M() { await Task.Yield(); return 1; }
            static void Use() { }
            static void Use(object o) { }
            static void Use(ValueTask<int> v) { }
            static void ByReference(ref ValueTask<int> v) { }
            {{members}}
        }
        """;
}
