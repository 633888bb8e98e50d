using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>
/// A method gets no second method (a variant that the weaver adds) if another tool, or the program itself, may act on one of the method's attributes.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class ActedOnTests
{
    private const string Usings = """
        using System;
        using System.ComponentModel;
        using System.Diagnostics;
        using System.Linq;
        using System.Reflection;
        using System.Threading.Tasks;
        namespace Acting { [AttributeUsage(AttributeTargets.All)] public sealed class TraceAttribute : Attribute; }
        """;

    [TestCase("[Acting.Trace] static async Task<int> F() { await Task.Yield(); return 1; }", "acted-on")]
    [TestCase("[Acting.Trace] static Task<int> F() => G(); static async Task<int> G() { await Task.Yield(); return 1; }", "acted-on")]
    [TestCase("[Acting.Trace] static Task<int> P => G(); static Task<int> F() => P; static async Task<int> G() { await Task.Yield(); return 1; }", "not-forwarded")]
    [TestCase("[Description(\"\")] static async Task<int> F() { await Task.Yield(); return 1; }", "changed")]
    [TestCase("[DebuggerStepThrough, Obsolete] static async Task<int> F() { await Task.Yield(); return 1; }", "changed")]
    [TestCase("static async Task<int> F([Acting.Trace] int i = 0) { await Task.Yield(); return 1; }", "changed")]
    public void An_attribute_of_the_program_prevents_a_twin(string callee, string expected) =>
        Assert.That(Decide($"static class C {{ public static async Task<int> M() => await F(); {callee} }}"), Does.Contain($"C.M(): {expected}"));

    [Test]
    public void An_attribute_of_an_overridden_method_prevents_a_twin() => Assert.That(
        Decide("""
            public class B { [Acting.Trace] public virtual async Task<int> F() { await Task.Yield(); return 1; } }
            public sealed class C : B { public override async Task<int> F() { await Task.Yield(); return 2; } public async Task<int> M() => await F(); }
            """),
        Does.Contain("C.M(): acted-on"));

    /// <summary>The weaver also considers the attributes of all overloads in the base class that have as many parameters as the method.</summary>
    [TestCase("public virtual async Task<int> F(int x) { await Task.Yield(); return 1; } [Acting.Trace] public virtual async Task<int> F(string x) { await Task.Yield(); return 1; }")]
    [TestCase("[Acting.Trace] public virtual async Task<int> F(string x) { await Task.Yield(); return 1; } public virtual async Task<int> F(int x) { await Task.Yield(); return 1; }")]
    public void An_attribute_of_the_overridden_overload_is_found(string overloads) => Assert.That(
        Decide($$"""
            public class B { {{overloads}} }
            public sealed class C : B { public override async Task<int> F(string x) { await Task.Yield(); return 2; } public async Task<int> M() => await F(""); }
            """),
        Does.Contain("C.M(): acted-on"));

    [TestCase("Acting.TraceAttribute", "changed")]
    [TestCase("Acting.*", "changed")]
    [TestCase("Other.*", "acted-on")]
    public void An_attribute_that_the_user_calls_harmless_prevents_none(string harmless, string expected) => Assert.That(
        Decide("static class C { public static async Task<int> M() => await F(); [Acting.Trace] static async Task<int> F() { await Task.Yield(); return 1; } }", harmless),
        Does.Contain($"C.M(): {expected}"));

    [Test]
    public void A_method_that_only_calls_its_delegate_has_no_second_one_either()
    {
        var report = new WeavingRunner().Decide(Fixtures.Compile(
            Shape.Release, $"{Usings} static class C {{ [Acting.Trace] static int F(Func<int> f) => f(); public static int M(int i) => F(() => i); }}")).Report;
        Assert.That(report.Decisions.Single(decision => decision.Rewrite == Rewrite.StateObjects).Failed?.Condition?.Id, Is.EqualTo("carries-attribute"));
    }

    /// <summary>Until the call suspends, code that searches the stack for a method with an attribute finds the method as before.</summary>
    [Test]
    public async Task An_attribute_on_the_stack_is_found_as_before()
    {
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            {{Usings}}
            [AttributeUsage(AttributeTargets.Method)] public sealed class RoleAttribute(string name) : Attribute { public string Name => name; }
            public static class Caller
            {
                public static async Task<string> Call() => await OpenAsync() + await ForwardAsync();
                [Role("admin")] static async Task<string> OpenAsync() { var needs = Needed(); await Task.Yield(); return needs; }
                [Role("guard")] static Task<string> ForwardAsync() => Needed() == "" ? OtherAsync() : Task.FromResult(Needed());
                static async Task<string> OtherAsync() { await Task.Yield(); return "nobody"; }
                static string Needed() => new StackTrace().GetFrames().Select(f => f.GetMethod()?.GetCustomAttribute<RoleAttribute>()?.Name).FirstOrDefault(name => name != null) ?? "";
            }
            """);

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo("adminguard"));
        Assert.That(await CalledProgram.Call<Task<string>>(new WeavingRunner().Weave(compiled).Result), Is.EqualTo("adminguard"));
    }

    private static IReadOnlyList<string> Decide(string source, string? harmless = null)
    {
        var config = new XElement("PooledAwait", harmless == null ? null : new XAttribute("HarmlessAttributes", harmless));
        var report = new WeavingRunner { Config = config }.Decide(Fixtures.Compile(Shape.Release, $"{Usings}\n{source}")).Report;
        return [.. report.Sorted().Where(entry => entry.Decision.Rewrite == Rewrite.DirectAwaits).Select(entry => $"{entry.Name}: {entry.Decision.Reason?.Id ?? "changed"}")];
    }
}
