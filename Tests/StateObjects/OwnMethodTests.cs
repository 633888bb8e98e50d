using System.Xml.Linq;
using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>Tests which of the program's own methods get a second method that takes a state, and checks these second methods.</summary>
[Parallelizable(ParallelScope.Self)]
public class OwnMethodTests
{
    private const string Changed = "Run passes the captured x as its state; there is no closure object.";

    [TestCase("f();", Changed)]
    [TestCase("f?.Invoke();", Changed)]
    [TestCase("ArgumentNullException.ThrowIfNull(f); f();", Changed)]
    [TestCase("if (f == null || null != f) f.Invoke();", Changed)]
    [TestCase("(f ?? throw new ArgumentNullException())();", Changed)]
    [TestCase("", Changed)]
    [TestCase("s_kept = f;", "not-only-called")]
    [TestCase("f = s_kept; f();", "not-only-called")]
    [TestCase("ref var r = ref f; r();", "not-only-called")]
    [TestCase("(s_flag ? f : s_kept)();", "not-only-called")]
    [TestCase("if (f != s_kept) f();", "not-only-called")]
    [TestCase("if (ReferenceEquals(f, s_kept)) f();", "not-only-called")]
    [TestCase("GC.KeepAlive(f); f();", "not-only-called")]
    [TestCase("f.DynamicInvoke();", "not-only-called")]
    [TestCase("_ = f.Target; f();", "not-only-called")]
    [TestCase("Run(f);", "not-only-called")]
    [TestCase("string.Concat(s_kept, f); f();", "not-only-called")]
    [TestCase("ArgumentNullException.ThrowIfNull(s_kept, f.ToString()); f();", "not-only-called")]
    [TestCase("object o = f; ((Action)o)();", "not-only-called")]
    [TestCase("lock (f) f();", "not-only-called")]
    public void What_it_does_with_its_delegate_decides(string code, string decision) =>
        Assert.That(Decide($"static void Run(Action f) {{ {code} }} static Action s_kept; static bool s_flag; static void M(int x) => Run(() => Console.Write(x));"), Is.EqualTo([decision]));

    /// <summary>The report omits calls of methods that this rewrite never considers, and calls for which no new delegate is created.</summary>
    [TestCase("public virtual void Run(Action f) => f(); public void M(int x) => Run(() => Console.Write(x));")]
    [TestCase("interface I { void Run(Action f) => f(); } static void M(I i, int x) => i.Run(() => Console.Write(x));")]
    [TestCase("static void Run(Action f) => f(); static void M(Action f) => Run(f);")]
    [TestCase("static void Run(Action f) => f(); static void M() => Run(() => Console.Write(1));")]
    [TestCase("static event Action E; static Action P { get; set; } static void M(int x) { E += () => Console.Write(x); P = () => Console.Write(x); }")]
    [TestCase("delegate void D(Action f); static void M(D d, int x) => d(() => Console.Write(x));")]
    [TestCase("static void M(int x) { Run(() => Console.Write(x)); static void Run(Action f) => f(); }")]
    [TestCase("static void Run(Action f, __arglist) => f(); static void M(int x) => Run(() => Console.Write(x), __arglist(1, x));")]
    public void Is_not_told(string members) => Assert.That(Decide(members), Is.Empty);

    [Test]
    public void A_structs_method_that_returns_a_task_is_left_alone() => Assert.That(
        Decide("struct S { public System.Threading.Tasks.Task Run(Action f) { f(); return null; } } static System.Threading.Tasks.Task M(S s, int x) => s.Run(() => Console.Write(x));"), Is.EqualTo(["not-only-called"]));

    [Test]
    public void A_proxy_may_take_the_call_on_NET_Framework()
    {
        const string Source = "using System; public class C : MarshalByRefObject { void Run(Action f) => f(); static void Fixed(Action f) => f(); void M(int x) { Run(() => Console.Write(x)); } void N(int x) => Fixed(() => Console.Write(x)); }";
        Assert.Multiple(() =>
        {
            Assert.That(Decide(Fixtures.Compile(Shape.StandardRelease, Source)), Is.EqualTo(["Fixed passes the captured x as its state; there is no closure object."]));
            Assert.That(Decide(Fixtures.Compile(Shape.Release, Source)), Has.Count.EqualTo(2));
        });
    }

    [Test]
    public void A_second_method_is_seen_by_the_assembly()
    {
        var woven = CallDecisions.All.Weave(Compile("""
            public static void Own(Action f) => f();
            public static void M(int x) => Own(() => Console.Write(x));
            public static void Others(Action f) => f();
            public class Nested { public static void M(int x) { Own(() => Console.Write(x)); } }
            """, "class D { static void M(int x) => C.Others(() => Console.Write(x)); }")).Woven.Result.Read().GetType("C");
        Assert.Multiple(() =>
        {
            Assert.That(woven.WithSecondMethods().Single(method => method.Name == "<Own>State").IsAssembly);
            Assert.That(woven.WithSecondMethods().Single(method => method.Name == "<Others>State").IsAssembly);
        });
    }

    [Test]
    public void A_second_method_is_that_of_an_earlier_weave_where_there_was_one()
    {
        var input = Compile("static void Run(Action f) => f(); static void First(int x) => Run(() => Console.Write(x)); static void Second(int x) => Run(() => Console.Write(x));");
        var woven = Weave(Weave(input, "C::First|C::Run"), "C::Second|C::Run").Read().GetType("C");
        Assert.Multiple(() =>
        {
            Assert.That(woven.WithSecondMethods().Count(method => method.Name == "<Run>State"), Is.EqualTo(1));
            Assert.That(
                woven.WithSecondMethods().Where(method => method.HasBody).SelectMany(method => method.Body.Instructions).Count(instruction => (instruction.Operand as MethodReference)?.Name == "<Run>State"),
                Is.EqualTo(2));
        });

        static CompiledAssembly Weave(CompiledAssembly assembly, string include) =>
            new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Include", include)) }.Weave(assembly).Result;
    }

    /// <summary>
    /// If a method only returns another call's task, so does its second method. If the user allows direct awaits, the second method also has a twin.
    /// </summary>
    [TestCase("C::M|C::Run|C::AddAsync", "", true)]
    [TestCase("C::M|C::Run|C::AddAsync", "[PooledAwait(DirectAwaits = false)]", false)]
    [TestCase("C::M|C::AddAsync", "", false)]
    public void A_second_method_may_forward(string include, string attribute, bool isDirect)
    {
        var input = Compile($$"""
            public static async System.Threading.Tasks.Task<int> M(string text) => await Run(() => text.Length);
            {{attribute}} static System.Threading.Tasks.Task<int> Run(Func<int> f) => AddAsync(f());
            static async System.Threading.Tasks.Task<int> AddAsync(int number) { await System.Threading.Tasks.Task.Yield(); return number; }
            """);
        var woven = new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("Include", include)) }.Weave(input).Result.Read().GetType("C");
        Assert.That(woven.WithSecondMethods().Any(method => method.Name == "<<Run>State>Direct"), Is.EqualTo(isDirect));
    }

    [TestCase("[PooledAwaitIgnore] static void Run(Action f) => f(); static void M(int x) => Run(() => Console.Write(x));", "ignored")]
    [TestCase("static void Run(Action f) => f(); [PooledAwait(StateObjects = PooledStateObjects.GetOrAdd)] static void M(int x) => Run(() => Console.Write(x));", "switched-off")]
    [TestCase("public static void Run(Action f, [System.Diagnostics.CodeAnalysis.DynamicallyAccessedMembers((System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes)8)] Type t) => f(); static void M(int x) => Run(() => Console.Write(x), typeof(C));", "not-only-called")]
    public void Both_methods_must_allow_it(string members, string decision) => Assert.That(Decide(members), Is.EqualTo([decision]));

    private static IReadOnlyList<string> Decide(string members) => Decide(Compile(members));

    private static IReadOnlyList<string> Decide(CompiledAssembly input) => [.. CallDecisions.All.Of(CallDecisions.All.Weave(input).Decisions, "C").Select(decision => decision.Decision)];

    private static CompiledAssembly Compile(string members, string others = "") =>
        Fixtures.Compile(Shape.Release, $"using System; using PooledAwait; public class C {{ {members} }} {others}");
}
