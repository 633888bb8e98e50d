using Tests.Compilation;
using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>
/// Tests how the weaver follows the ValueTask of a method that is called by a delegate, or by generic code in which the return type is a type parameter.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class DelegateCallersTests
{
    [TestCase("static async Task Caller() { Func<ValueTask<int>> f = M; await f(); await f(); }", Pooled)]
    [TestCase("static void Caller() { Func<ValueTask<int>> f = M; _ = f().IsCompleted; }", "discarded")]
    [TestCase("static void Caller() { Func<ValueTask<int>> f = () => M(); _ = f().IsCompleted; }", "discarded")]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static void Caller(Func<ValueTask<int>> f) { s_field = f(); }", "stored")]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static ValueTask<int> Forward(Func<ValueTask<int>> f) => f(); static void Caller() { _ = Forward(Maker()).IsCompleted; }", "discarded")]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static void Caller<T>(Func<ValueTask<T>> f) { _ = f().IsCompleted; }", "discarded")]
    [TestCase("delegate ValueTask<int> D(); static D Maker() => M; static void Caller(D d) { _ = d().IsCompleted; }", "discarded")]
    [TestCase("delegate ValueTask<T> D<T>(); static D<int> Maker() => M; static void Caller(D<int> d) { _ = d?.Invoke().IsCompleted; }", "discarded")]
    [TestCase("delegate ValueTask<int> D(); static Func<ValueTask<int>> Maker() { D d = M; return new Func<ValueTask<int>>(d); } static void Caller(Func<ValueTask<int>> f) { _ = f().IsCompleted; }", "discarded")]
    [TestCase("delegate ValueTask<int> D(); static D Maker() => M; static void Caller(Func<ValueTask<int>> f) { f(); }", Pooled)]
    [TestCase("static Func<ValueTask<int>> Maker() => M; static void Caller(Func<ValueTask<string>> f, Func<ValueTask> g, Func<int, ValueTask<int>> h) { f(); g(); h(1); }", Pooled)]
    [TestCase("static void Caller(Func<ValueTask<int>> f) { f(); }", Pooled)]
    public void What_the_callers_of_a_delegate_do(string callers, string expected) => AssertDecision(callers, expected);

    [TestCase("static void Caller() { Func<ValueTask<int>> f = async () => { await Task.Yield(); return 1; }; _ = f().IsCompleted; }")]
    [TestCase("static void Caller(int i) { async ValueTask<int> F() { await Task.Yield(); return i; } Func<ValueTask<int>> f = F; _ = f().IsCompleted; }")]
    public void A_lambda_or_local_function_is_called_through_its_delegate(string caller) => AssertIsDiscarded($"class A {{ {caller} }}");

    [TestCase("static unsafe void Caller() { delegate*<ValueTask<int>> p = &M; p(); }", "passed-on")]
    [TestCase("static T Call<T>(Func<T> f) => f(); static void Caller() { _ = Call(M); }", "passed-on")]
    [TestCase("static async Task Caller() { var l = new Lazy<ValueTask<int>>(M); await l.Value; await l.Value; }", "passed-on")]
    [TestCase("static void Caller() { Use(System.Linq.Enumerable.Select(new[] { 1 }, _ => M())); }", "passed-on")]
    [TestCase("static T Call<T>(Func<T> f) => f(); static Func<ValueTask<int>> Maker() => M; static void Caller() { Call(() => 1); new Lazy<ValueTask<string>>(() => default); }", Pooled)]
    [TestCase("static Func<int, ValueTask<int>> Maker() => _ => M(); static void Caller(ValueTask<int>[] all) { System.Linq.Enumerable.Select(all, v => v.AsTask()); }", Pooled)]
    [TestCase("static T First<T>(params Func<T>[] f) => f[0](); static void Caller() { _ = First(M); }", "passed-on")]
    [TestCase("static T First<T>(List<Func<T>> f) => f[0](); static void Caller() { _ = First(new List<Func<ValueTask<int>>> { M }); }", "passed-on")]
    [TestCase("static T First<T>(Func<Func<T>> f) => f()(); static void Caller() { _ = First<ValueTask<int>>(() => M); }", "passed-on")]
    [TestCase("static T First<T>((Func<T>, int) f) => f.Item1(); static void Caller() { _ = First<ValueTask<int>>((M, 1)); }", "passed-on")]
    [TestCase("delegate R Odd<R, A>(A a); static R Call<R>(Odd<R, int> f) => f(1); static ValueTask<int> N(int i) => M(); static void Caller() { _ = Call<ValueTask<int>>(N); }", "passed-on")]
    [TestCase("class Cache<T> { public Func<T> F; public void Call() => F(); } static void Caller() { new Cache<ValueTask<int>> { F = M }.Call(); }", "passed-on")]
    public void Who_calls_it_without_knowing_what_it_gets(string members, string expected) => AssertDecision(members, expected);

    [TestCase("static void Caller<T>(IMake<T> m) { m.Make(); }", "passed-on")]
    [TestCase("static async Task Caller(IMake<ValueTask<int>> m) => await m.Make();", Pooled)]
    [TestCase("static async Task Caller(IMake<ValueTask<int>> m, IMake<int> other) { other.Make(); await m.Make(); }", Pooled)]
    public void What_calls_an_interface_of_any_type(string caller, string expected) =>
        AssertDecision("interface IMake<T> { T Make(); } class Maker : IMake<ValueTask<int>> { public ValueTask<int> Make() => M(); } " + caller, expected);

    [TestCase("class Derived : Base<ValueTask<int>>")]
    [TestCase("class Middle<X, Y> : Base<Y> where Y : struct { protected override Y Make() => default; } class Derived : Middle<int, ValueTask<int>>")]
    public void What_calls_a_base_class_of_any_type(string derived) => AssertDecision(
        "abstract class Base<T> { protected abstract T Make(); public T[] Two() { var v = Make(); return new[] { v, v }; } } " +
        derived + " { protected override ValueTask<int> Make() => M(); }", "passed-on");

    [TestCase("delegate Func<T> Maker<T>(); static T[] Two<T>(Maker<T> m) { var v = m()(); return new[] { v, v }; } static void Caller() { Use(Two<ValueTask<int>>(() => M)); }")]
    [TestCase("interface IP<T> { Func<T> Get(); } class P : IP<ValueTask<int>> { public Func<ValueTask<int>> Get() => M; } static T[] Two<T>(IP<T> m) { var v = m.Get()(); return new[] { v, v }; } static void Caller() { Use(Two(new P())); }")]
    [TestCase("interface IP<T> { void Get(out Func<T> f); } class P : IP<ValueTask<int>> { public void Get(out Func<ValueTask<int>> f) => f = M; } static T[] Two<T>(IP<T> m) { m.Get(out var f); var v = f(); return new[] { v, v }; } static void Caller() { Use(Two(new P())); }")]
    [TestCase("abstract class Bs<T> { protected abstract Func<T> F { get; } public T[] Two() { var v = F(); return new[] { v, v }; } } class Dv : Bs<ValueTask<int>> { protected override Func<ValueTask<int>> F => M; } static void Caller() { Use(new Dv().Two()); }")]
    public void Who_is_given_it_by_a_virtual_member(string members) => AssertDecision(members, "passed-on");

    [TestCase("class Reg<T> { public List<Func<T>> Fs { get; } = new(); public T[] Two() { var v = Fs[0](); return new[] { v, v }; } } static void Caller() { var r = new Reg<ValueTask<int>>(); r.Fs.Add(M); Use(r.Two()); }")]
    [TestCase("class H<T> { public Func<T>[] Fs = new Func<T>[1]; public T[] Two() { var v = Fs[0](); return new[] { v, v }; } } static void Caller() { var h = new H<ValueTask<int>>(); h.Fs[0] = M; Use(h.Two()); }")]
    [TestCase("class H<T> { private Func<T> _f; public ref Func<T> F => ref _f; public T[] Two() { var v = _f(); return new[] { v, v }; } } static void Caller() { var h = new H<ValueTask<int>>(); h.F = M; Use(h.Two()); }")]
    [TestCase("class H<T> { public Func<T> F; public T[] Two() { var v = F(); return new[] { v, v }; } } static void Caller() { var h = new H<ValueTask<int>>(); System.Threading.Interlocked.Exchange(ref h.F, M); Use(h.Two()); }")]
    [TestCase("static T[] Two<T>(Func<T> f) { var v = f(); return new[] { v, v }; } static void Caller() { Func<Func<ValueTask<int>>, ValueTask<int>[]> two = Two; Use(two(M)); }")]
    public void Who_gets_it_in_something_that_it_hands_out_or_by_a_delegate_of_its_own(string members) => AssertDecision(members, "passed-on");

    [Test]
    public void Many_delegates_of_one_type_that_call_each_other_are_looked_at_once()
    {
        // If the weaver compared every delegate with every other delegate, weaving would take minutes.
        const int Many = 300;
        var members = string.Concat(Enumerable.Range(0, Many).Select(i =>
            $"static Func<ValueTask<int>> Maker{i}() => async () => {{ await Task.Yield(); return {i}; }}; " +
            $"static Func<ValueTask<int>> Forward{i}(Func<ValueTask<int>> f) => () => f(); " +
            $"static async Task Caller{i}(Func<ValueTask<int>> f) => await f(); "));

        var decisions = Rewritten.Decisions(Shape.Release, Source(members));

        Assert.That(decisions.Count(decision => decision.Reason == null && decision.Method.Name.Contains("Maker")), Is.EqualTo(Many));
    }
}
