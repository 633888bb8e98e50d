using Tests.Compilation;
using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>Tests how the weaver follows a ValueTask that is passed to methods of the same module.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class ValueTaskArgumentTests
{
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static async ValueTask<int> Once(ValueTask<int> v) => await v.ConfigureAwait(false);", Pooled)]
    [TestCase("static async void Once(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static async Task<T> Once<T>(ValueTask<T> v) => await v;", Pooled)]
    [TestCase("[AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))] static async ValueTask<int> Once(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) => Unsafe.As<ValueTask<int>, ValueTask<int>>(ref v).Result;", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { await Task.Yield(); for (var i = 0; i < 3; i++) await Task.Yield(); return await v; }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { try { return await v; } catch (Exception) { await Task.Yield(); return 0; } finally { Use(); } }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => v.IsCompletedSuccessfully ? v.Result : await v;", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { var t = v.AsTask(); return await t + await t; }", Pooled)]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(v); static async Task<int> Twice(ValueTask<int> v) => await v;", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) => v.IsCompleted ? v.Result : v.AsTask().Result;", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) { var w = v; return w.GetAwaiter().GetResult(); }", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) => v.Result + v.Result;", "consumed-twice")]
    [TestCase("static int Once(ValueTask<int> v) { v.AsTask().Wait(); return v.IsCompleted ? 1 : 0; }", "asked-after-consumption")]
    [TestCase("static void Once(ValueTask<int> v) { s_field = v; }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await v + await v;", "consumed-twice")]
    [TestCase("static async Task<bool> Once(ValueTask<int> v) { await v; return v.IsCompleted; }", "asked-after-consumption")]
    [TestCase("static async Task Once(ValueTask<int> v) { if (Environment.TickCount > 0) await v; }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { await Task.Yield(); if (Environment.TickCount > 0) await v; }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { if (Environment.TickCount > 0) await Task.Yield(); else await v; }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { for (var i = 0; i < 3; i++) await v; }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { do await Task.Yield(); while (await v > 0); }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { try { await v; } catch (Exception) { await v; } }", "consumed-twice")]
    [TestCase("static async Task Once(ValueTask<int> v) { await v; v = default; await v; }", Pooled)]
    [TestCase("static async Task Once(ValueTask<int> v) { Func<Task<int>> f = async () => await v; await f(); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => Environment.TickCount > 0 ? await v : await Once(v);", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) => await Twice(v) + await Twice(v); static async Task<int> Twice(ValueTask<int> v) => await v;", "consumed-twice")]
    [TestCase("static async IAsyncEnumerable<int> Once(ValueTask<int> v) { yield return await v; }", "passed-on")]
    [TestCase("static void Once<T>(T v) { }", "passed-on")]
    public void What_a_method_does_that_it_is_passed_to(string callee, string expected)
    {
        foreach (var caller in new[] { "static void Caller() { Once(M()); }", "static void Caller(bool flag) { var v = M(); if (flag) Once(v); else v.AsTask().Wait(); }" })
        {
            AssertDecision(caller + callee, expected);
        }
    }

    [TestCase("static void Once(ValueTask<int> v) { }")]
    [TestCase("static async Task Once(ValueTask<int> v) { v = default; await v; }")]
    [TestCase("static async Task Once(ValueTask<int> v) { v = new ValueTask<int>(1); await v; }")]
    [TestCase("static async Task Once(ValueTask<int> v) { _ = v; await Task.Yield(); }")]
    public void A_method_that_does_not_consume_it_discards_it(string callee)
    {
        AssertDecision("static void Caller() { Once(M()); }" + callee, "discarded");
        AssertDecision("static void Caller(bool flag) { var v = M(); if (flag) Once(v); else v.AsTask().Wait(); }" + callee, Pooled);
    }

    [Test]
    public void A_method_whose_caller_throws_away_what_it_returns_may_return_it() =>
        AssertDecision("static void Caller() { Once(M()); } static ValueTask<int> Once(ValueTask<int> v) => v;", Pooled);

    [TestCase("Once(M()); Once(M());", Pooled)]
    [TestCase("var v = M(); if (!v.IsCompleted) Once(v); else v.AsTask().Wait();", Pooled)]
    [TestCase("var v = M(); for (var i = 0; i < 3; i++) { Once(v); v = M(); } Once(v);", Pooled)]
    [TestCase("var v = M(); if (v.IsCompleted) Use(); Once(v); Once(v);", "consumed-twice")]
    [TestCase("var v = M(); for (var i = 0; i < 3; i++) Once(v);", "consumed-twice")]
    [TestCase("var v = M(); Once(v); if (v.IsCompleted) Use();", "asked-after-consumption")]
    [TestCase("var v = M(); if (Environment.TickCount > 0) Once(v);", Pooled)]
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
        AssertDecision(members, expected);
    }

    [TestCase("static void Once(int i, __arglist) { } static void Caller() { Once(1, __arglist(M())); }", "passed-on")]
    [TestCase("static void Once(params ValueTask<int>[] v) { } static void Caller() { Once(M()); }", "stored")]
    [TestCase("static void Once(params ReadOnlySpan<ValueTask<int>> v) { } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static int Once(in ValueTask<int> v) => v.Result; static void Caller() { Once(M()); }", Pooled)]
    [TestCase("static async Task Once(this ValueTask<int> v) => await v; static void Caller() { M().Once(); }", Pooled)]
    [TestCase("static int Once(in this ValueTask<int> v) => v.Result; static void Caller() { M().Once(); }", Pooled)]
    [TestCase("class W { public static W operator +(W w, ValueTask<int> v) { v.AsTask().Wait(); return w; } } static void Caller() { _ = new W() + M(); }", Pooled)]
    [TestCase("struct S { public async Task Once(ValueTask<int> v) => await v; } static void Caller() { new S().Once(M()); }", Pooled)]
    [TestCase("class G<T> { public async Task<T> Once(ValueTask<T> v) => await v; public async Task Two(ValueTask<T> v) { await v; await v; } } static void Caller() { new G<int>().Once(M()); }", Pooled)]
    [TestCase("static void Caller(int k) { async Task<int> Once(ValueTask<int> v) => await v + k; Once(M()); }", Pooled)]
    [TestCase("static int Once(ValueTask<int> v) { int F() => v.Result; return F() + F(); } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static async Task<int> Once(ValueTask<int> v) { async Task<int> F() => await v; return await F() + await F(); } static void Caller() { Once(M()); }", "passed-on")]
    [TestCase("static IEnumerable<int> Once(ValueTask<int> v) { v.AsTask().Wait(); yield return 1; } static void Caller() { Once(M()); }", "passed-on")]
    public void Which_parameters_it_is_passed_as(string members, string expected) => AssertDecision(members, expected);

    [TestCase("interface I { Task Once(ValueTask<int> v); } sealed class A : I { public async Task Once(ValueTask<int> v) => await v; } static void Caller(A a) { a.Once(M()); }", Pooled)]
    [TestCase("interface I { Task Once(ValueTask<int> v); } class A : I { public async Task Once(ValueTask<int> v) => await v; } static void Caller(A a) { a.Once(M()); }", Pooled)]
    [TestCase("class A { public virtual async Task Once(ValueTask<int> v) => await v; } class B : A { public override Task Once(ValueTask<int> v) => base.Once(M()); }", Pooled)]
    [TestCase("interface J { static virtual void Once(ValueTask<int> v) { v.AsTask().Wait(); } } class B : J { static void J.Once(ValueTask<int> v) { } } static void Caller<T>() where T : J { T.Once(M()); }", "passed-on")]
    public void Which_methods_are_certain_to_be_called(string members, string expected) => AssertDecision(members, expected);

    [TestCase(20, Pooled)]
    [TestCase(1_000, "passed-on")]
    public void It_is_followed_through_some_methods_and_never_out_of_the_stack(int methods, string expected)
    {
        var chain = string.Concat(Enumerable.Range(0, methods).Select(i => $"static int F{i}(ValueTask<int> v) => F{i + 1}(v); "));

        AssertDecision($"{chain} static int F{methods}(ValueTask<int> v) => v.Result; static void Caller() {{ F0(M()); }}", expected, Shape.Release);
    }
}
