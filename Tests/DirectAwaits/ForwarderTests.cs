using System.Reflection;
using Mono.Cecil.Cil;

namespace Tests.DirectAwaits;

/// <summary>Tests which methods count as forwarders (methods that return another call's task), in cases that are not obvious.</summary>
[Parallelizable(ParallelScope.Self)]
public class ForwarderTests
{
    /// <summary>UnobservedTaskException reports the exception of a dropped task, and must also report it after weaving.</summary>
    [TestCase("static Task<int> F(bool b) { var t = Fails(); if (b) throw new Exception(); return t; }")]
    [TestCase("static Task<int> F(bool b) { var t = Fails(); Console.WriteLine(); return t; }")]
    [TestCase("static Task<int> F(bool b) { var t = V(); Console.WriteLine(); return t.AsTask(); } static async ValueTask<int> V() { await Task.Yield(); return 1; }")]
    [TestCase("static Task<int> F(bool b) { var t = V().AsTask(); Console.WriteLine(); return t; } static async ValueTask<int> V() { await Task.Yield(); return 1; }")]
    [TestCase("static Task<int> F(bool b) { var t = Fails(); if (b) t = Other(); return t; } static Task<int> Other() => null;")]
    public void What_may_drop_a_task_has_no_twin(string forwarder) => Assert.That(ForwarderProgram.TwinsOf(forwarder, "F(true)"), Does.Not.Contain("<F>Direct"));

    [TestCase("static Task<int> F(bool b) => b ? Load() : Fails();")]
    [TestCase("static Task<int> F(bool b) { Task<int> t; switch (b) { case true: t = Load(); break; default: t = Fails(); break; } return t; }")]
    [TestCase("static unsafe Task<int> F<T>(T b) where T : unmanaged { int n; fixed (T* p = new T[] { b }) n = *(byte*)p; return n == 1 ? Load() : Fails(); }")]
    [TestCase("static Task<int> F(bool b) => b ? Load() : G(b); static Task<int> G(bool b) => F(!b);")]
    [TestCase("static Task<int> F(bool b) { Console.Write(b); return Load(); }")]
    [TestCase("static Task<int> F(bool b) => b ? V().AsTask() : Load(); static async ValueTask<int> V() { await Task.Yield(); return 1; }")]
    public void What_returns_each_task_at_once_has_one(string forwarder) => Assert.That(ForwarderProgram.TwinsOf(forwarder, "F(true)"), Does.Contain("<F>Direct"));

    /// <summary>A forwarder must not throw because a task is null. Only the await throws, and only if the forwarder returns this task.</summary>
    [TestCase("var t = s_kept; if (b) t = Load(); return t;")]
    [TestCase("var t = b ? s_kept : null; Console.WriteLine(); if (b) t = Load(); return t;")]
    public void A_task_that_is_perhaps_not_returned_is_not_asked_whether_it_is_null(string body)
    {
        var woven = ForwarderProgram.Weave($$"""
            using System;
            using System.Threading.Tasks;
            public class C
            {
                private static Task<int> s_kept;
                public static async Task<int> Caller() => await F(true);
                private static Task<int> F(bool b) { {{body}} }
                {{ForwarderProgram.Async}}
            }
            """);
        var caller = Assembly.Load(woven).GetType("C")!.GetMethod("Caller")!;
        Assert.That(((Task<int>)caller.Invoke(null, null)!).GetAwaiter().GetResult(), Is.EqualTo(1));
    }

    [Test]
    public void The_ValueTask_of_a_method_elsewhere_is_not_handed_on() => Assert.That(
        ForwarderProgram.TwinsOf("static Task<int> F(bool b) => System.IO.Stream.Null.ReadAsync(default(Memory<byte>)).AsTask();", "F(true)"), Does.Not.Contain("<F>Direct"));

    [TestCase("System.Reflection.Assembly.GetCallingAssembly()")]
    [TestCase("System.Reflection.MethodBase.GetCurrentMethod()")]
    [TestCase("Environment.StackTrace")]
    [TestCase("new System.Diagnostics.StackTrace()")]
    [TestCase("new System.Diagnostics.StackFrame()")]
    public void What_sees_who_called_it_has_none(string asked) =>
        Assert.That(ForwarderProgram.TwinsOf($"static Task<int> F(bool b) {{ Console.Write({asked}); return Load(); }}", "F(true)"), Does.Not.Contain("<F>Direct"));

    /// <summary>
    /// An unassigned Task is null, but an unassigned ValueTask is complete. No C# compiler leaves such a variable unassigned, but another weaver may.
    /// </summary>
    [Test]
    public void What_may_return_a_variable_that_holds_no_task_has_none([Values] bool isStored)
    {
        const string Forwarder = "static Task<int> F(bool b) { Task<int> t; switch (b) { case true: t = Load(); break; default: t = Fails(); break; } return t; }";
        var twins = ForwarderProgram.TwinsOf(Forwarder, "F(true)", prepare: module =>
        {
            var code = module.GetType("C").Methods.Single(method => method.Name == "F").Body.Instructions;
            var store = code.First(instruction => instruction.OpCode.Code == Code.Stloc_0);
            store.OpCode = isStored ? OpCodes.Stloc_0 : OpCodes.Pop;
        });
        Assert.That(twins.Contains("<F>Direct"), Is.EqualTo(isStored));
    }

    [Test]
    public void Forwarders_of_each_other_have_twins_whichever_is_asked_first([Values("A(1)", "B(1)")] string asked) => Assert.That(
        ForwarderProgram.TwinsOf("static Task<int> A(int x) => x > 0 ? B(x - 1) : Load(); static Task<int> B(int x) => A(x);", asked, other: asked[0] == 'A' ? "B(1)" : "A(1)"),
        Is.SupersetOf(["<A>Direct", "<B>Direct"]));

    [Test]
    public void What_a_suppression_of_the_assembly_names_has_none() => Assert.That(
        ForwarderProgram.TwinsOf(
            "static Task<int> F(bool b) => Load();",
            "F(true)",
            attributes: """[assembly: System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("Trimming", "IL2026", Scope = "member", Target = "M:C.F(System.Boolean)")]"""),
        Does.Not.Contain("<F>Direct"));

    /// <summary>
    /// Both methods F have a parameter of a type named T. For one F, T is the class's type parameter; for the other F, T is the method's own.
    /// </summary>
    [Test]
    public void A_forwarder_is_not_taken_for_a_method_whose_signature_reads_alike()
    {
        var woven = ForwarderProgram.Weave("""
            #pragma warning disable CS0693
            using System;
            using System.Threading.Tasks;
            public class C<T>
            {
                public static async Task<string> F<U>(T a) { await Task.Yield(); return "the type's"; }
                public static Task<string> F<T>(T a) => G("the method's");
                private static async Task<string> G(string s) { await Task.Yield(); return s; }
            }
            public static class P
            {
                public static async Task<string> Run() => await C<int>.F<string>(1) + ", " + await C<int>.F<string>("x");
            }
            """);
        var run = Assembly.Load(woven).GetType("P")!.GetMethod("Run")!;
        Assert.That(((Task<string>)run.Invoke(null, null)!).GetAwaiter().GetResult(), Is.EqualTo("the type's, the method's"));
    }
}
