using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// The weaver adds second methods (variants of the user's methods) in another class. Even so, a static constructor must run at the same moment as without
/// weaving.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class StaticConstructorTests
{
    private const string Log = "public static class Log { public static string Text = \"\"; public static void Add(string text) => Text += text; }";

    [TestCase("static class C { static int s_n = 1; static C() => Log.Add(\"constructor \"); public static async Task<int> F() { Log.Add(\"F \"); await Task.Yield(); return 1; } }", "C.F()", true)]
    [TestCase("static class C { static C() => Log.Add(\"constructor \"); public static async Task<int> F() { Log.Add(\"F \"); await Task.Yield(); return 1; } }", "C.F()", false)]
    [TestCase("static class C<T> { static T s_n; static C() => Log.Add($\"{typeof(T)} \"); public static async Task<int> F() { Log.Add(\"F \"); await Task.Yield(); return 1; } }", "C<string>.F()", true)]
    [TestCase("static class C { static int s_n = 1; static C() => Log.Add(\"constructor \"); public static Task<int> F() => G.H(); } static class G { public static async Task<int> H() { Log.Add(\"H \"); await Task.Yield(); return 1; } }", "C.F()", true)]
    [TestCase("struct C { static int s_n = 1; int x; static C() => Log.Add(\"constructor \"); public async Task<int> F() { Log.Add(\"F \"); await Task.Yield(); return 1; } }", "default(C).F()", true)]
    [TestCase("class C { static C() => Log.Add(\"constructor \"); public async Task<int> F() { Log.Add(\"F \"); await Task.Yield(); return 1; } }", "new C().F()", true)]
    public async Task Runs_before_an_awaited_call(string callee, string call, bool isDirect)
    {
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            using System;
            using System.Threading.Tasks;
            {{Log}}
            {{callee}}
            public static class Caller { public static async Task<string> Call() { Log.Add("before "); await Task.Yield(); await {{call}}; return Log.Text; } }
            """);
        var woven = new WeavingRunner().Weave(compiled).Result;

        using var module = woven.Read();
        Assert.That(module.GetTypes().SelectMany(type => type.Methods).Any(method => method.Name == "<F>Direct"), Is.EqualTo(isDirect));
        Assert.That(await CalledProgram.Call<Task<string>>(woven), Is.EqualTo(await CalledProgram.Call<Task<string>>(compiled)));
    }

    [Test]
    public void Runs_before_a_call_that_passes_a_state()
    {
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            using System;
            {{Log}}
            static class C { static int s_n = 1; static C() => Log.Add("constructor "); public static int F(Func<int> f) => f(); }
            public static class Caller { public static string Call() { Log.Add("before "); return Of(2); } static string Of(int n) { C.F(() => { Log.Add("lambda "); return n; }); return Log.Text; } }
            """);
        var woven = new WeavingRunner().Weave(compiled).Result;

        using var module = woven.Read();
        Assert.That(module.GetTypes().SelectMany(type => type.Methods).Any(method => method.Name == "<F>State"));
        Assert.That(CalledProgram.Call<string>(woven), Is.EqualTo(CalledProgram.Call<string>(compiled)).And.EqualTo("before constructor lambda "));
    }
}
