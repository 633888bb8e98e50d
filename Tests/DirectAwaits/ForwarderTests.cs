using System.Reflection;
using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using PooledAwait.Fody.Cil.Editing;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits;

/// <summary>Which methods forward a task, where that is not plain to see.</summary>
[Parallelizable(ParallelScope.Self)]
public class ForwarderTests
{
    private const string Async = "static async Task<int> Load() { await Task.Yield(); return 1; } static async Task<int> Fails() { await Task.Yield(); throw new Exception(); } ";

    /// <summary>The dropped task's exception would be told to UnobservedTaskException.</summary>
    [TestCase("static Task<int> F(bool b) { var t = Fails(); if (b) throw new Exception(); return t; }")]
    [TestCase("static Task<int> F(bool b) { var t = Fails(); Console.WriteLine(); return t; }")]
    [TestCase("static Task<int> F(bool b) { var t = V(); Console.WriteLine(); return t.AsTask(); } static async ValueTask<int> V() { await Task.Yield(); return 1; }")]
    [TestCase("static Task<int> F(bool b) { var t = V().AsTask(); Console.WriteLine(); return t; } static async ValueTask<int> V() { await Task.Yield(); return 1; }")]
    [TestCase("static Task<int> F(bool b) { var t = Fails(); if (b) t = Other(); return t; } static Task<int> Other() => null;")]
    public void What_may_drop_a_task_has_no_twin(string forwarder) => Assert.That(Direct(forwarder, "F(true)"), Does.Not.Contain("<F>Direct"));

    [TestCase("static Task<int> F(bool b) => b ? Load() : Fails();")]
    [TestCase("static Task<int> F(bool b) { Task<int> t; switch (b) { case true: t = Load(); break; default: t = Fails(); break; } return t; }")]
    [TestCase("static unsafe Task<int> F<T>(T b) where T : unmanaged { int n; fixed (T* p = new T[] { b }) n = *(byte*)p; return n == 1 ? Load() : Fails(); }")]
    [TestCase("static Task<int> F(bool b) => b ? Load() : G(b); static Task<int> G(bool b) => F(!b);")]
    [TestCase("static Task<int> F(bool b) { Console.Write(b); return Load(); }")]
    [TestCase("static Task<int> F(bool b) => b ? V().AsTask() : Load(); static async ValueTask<int> V() { await Task.Yield(); return 1; }")]
    public void What_returns_each_task_at_once_has_one(string forwarder) => Assert.That(Direct(forwarder, "F(true)"), Does.Contain("<F>Direct"));

    /// <summary>One that is null throws where it is awaited, and only if it is returned.</summary>
    [TestCase("var t = s_kept; if (b) t = Load(); return t;")]
    [TestCase("var t = b ? s_kept : null; Console.WriteLine(); if (b) t = Load(); return t;")]
    public void A_task_that_is_perhaps_not_returned_is_not_asked_whether_it_is_null(string body)
    {
        var woven = Weave($$"""
            using System;
            using System.Threading.Tasks;
            public class C
            {
                private static Task<int> s_kept;
                public static async Task<int> Caller() => await F(true);
                private static Task<int> F(bool b) { {{body}} }
                {{Async}}
            }
            """);
        var caller = Assembly.Load(woven).GetType("C")!.GetMethod("Caller")!;
        Assert.That(((Task<int>)caller.Invoke(null, null)!).GetAwaiter().GetResult(), Is.EqualTo(1));
    }

    /// <summary>A trimmer takes a local function for one method's alone, and finds that by the call of its name: the twin calls what has another.</summary>
    [TestCase("static Task<int> F(bool b) { return b ? L() : Task.FromResult(1); static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { return b ? L(1) : M(); static async Task<int> L(int i) => i > 0 ? await L(i - 1) : await M(); static async Task<int> M() { await Task.Yield(); return 1; } }")]
    public void What_returns_the_task_of_its_own_local_function_has_one_that_is_none(string forwarder)
    {
        var twins = Direct(forwarder, "F(true)");
        Assert.That(twins, Does.Contain("<F>Direct"));
        Assert.That(twins.Where(twin => twin.StartsWith("<F>g__")), Is.Empty);
        Assert.That(twins, Has.Some.StartsWith("<F.L|"));
    }

    [TestCase("static Task<int> F(bool b) { return L(b) ? Load() : Fails(); static bool L(bool b) => !b; }")]
    [TestCase("static Task<int> F(bool b) { var n = 1; return L() ? M() : Fails(); bool L() => n > 0 && K(b); static bool K(bool b) => b || K(true); static async Task<int> M() { await Task.Yield(); return K(true) ? 1 : 2; } }")]
    public void What_calls_its_own_local_functions_has_one_that_calls_copies(string forwarder)
    {
        var twins = Direct(forwarder, "F(true)");
        Assert.That(twins, Does.Contain("<F>Direct"));
        Assert.That(twins, Has.Some.StartsWith("<F>g__L|"));
    }

    [Test]
    public void A_copy_calls_copies()
    {
        using var module = CompiledAssembly.Read(WeaveMembers(
            """
            static Task<int> F(bool b) { return L(1) ? Load() : Fails(); static bool L(int i) => i > 3 ? M(i) : L(i + 1); static bool M(int i) => i < 0 && L(i); }
            """,
            "F(true)"));
        var copies = module.GetType("C").Methods.Where(method => method.Name.StartsWith("<F>g__") && method.Name.EndsWith("Direct")).ToList();
        Assert.That(copies, Has.Count.EqualTo(2));
        Assert.That(
            copies.Append(module.GetType("C").Methods.Single(method => method.Name == "<F>Direct")).SelectMany(method => method.Body.Instructions)
                .Select(instruction => instruction.Operand).OfType<MethodReference>().Where(called => called.Name.Contains(">g__")).Select(called => called.Name).Distinct(),
            Is.EquivalentTo(copies.Select(copy => copy.Name)));
    }

    /// <summary>Memory of the stack is zeroed as the method says that has it, also where that has no variable.</summary>
    [Test]
    public void What_is_allocated_on_the_stack_is_zeroed_as_before([Values] bool isZeroed)
    {
        var skips = isZeroed ? "" : "[System.Runtime.CompilerServices.SkipLocalsInit] ";
        using var module = CompiledAssembly.Read(WeaveMembers(
            $"{skips}static Task<int> F(bool b) {{ return Sum(stackalloc int[8]) + L() == 0 ? Load() : Fails(); {skips}static int L() => Sum(stackalloc int[8]); }} static int Sum(Span<int> s) => s[7];",
            "F(true)"));
        Assert.That(
            module.GetType("C").Methods.Where(method => method.Name.StartsWith("<F>") && method.Name.EndsWith("Direct")).Select(method => method.Body.InitLocals),
            Is.EqualTo([isZeroed, isZeroed]));
    }

    [TestCase("static Task<int> F(bool b) { s_kept = L(); return Load(); static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { return b ? Load() : L(); Task<int> L() => Load(); }")]
    [TestCase("static Task<int> F(bool b) { return b ? Load() : L(); [PooledAwait.PooledAwaitIgnore] static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static async void L() { await Task.Yield(); } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static void L() { Func<bool> f = static () => true; f(); } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static void L() { try { Console.WriteLine(); } finally { Console.WriteLine(); } } }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); static void L() => Console.Write(System.Reflection.MethodBase.GetCurrentMethod()); }")]
    [TestCase("static Task<int> F(bool b) { L(); return Load(); [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.Synchronized)] static void L() => Console.WriteLine(); }")]
    [TestCase("static Task<int> F(bool b) { Func<bool> f = static () => true; return f() ? Load() : Fails(); }")]
    [TestCase("static Task<int> F(bool b) { Func<Task<int>> f = L; return b ? L() : f(); static async Task<int> L() { await Task.Yield(); return 1; } }")]
    [TestCase("static Task<int> F(bool b) { return L(); async Task<int> L() { await Task.Yield(); return b ? 1 : 0; } }")]
    public void What_has_another_use_of_what_it_holds_has_none(string forwarder) =>
        Assert.That(Direct($"static Task<int> s_kept; {forwarder}", "F(true)"), Does.Not.Contain("<F>Direct"));

    [Test]
    public void The_ValueTask_of_a_method_elsewhere_is_not_handed_on() => Assert.That(
        Direct("static Task<int> F(bool b) => System.IO.Stream.Null.ReadAsync(default(Memory<byte>)).AsTask();", "F(true)"), Does.Not.Contain("<F>Direct"));

    [TestCase("System.Reflection.Assembly.GetCallingAssembly()")]
    [TestCase("System.Reflection.MethodBase.GetCurrentMethod()")]
    [TestCase("Environment.StackTrace")]
    [TestCase("new System.Diagnostics.StackTrace()")]
    [TestCase("new System.Diagnostics.StackFrame()")]
    public void What_sees_who_called_it_has_none(string asked) =>
        Assert.That(Direct($"static Task<int> F(bool b) {{ Console.Write({asked}); return Load(); }}", "F(true)"), Does.Not.Contain("<F>Direct"));

    /// <summary>Null is no task, but a ValueTask that nobody gave a result has completed. No C# compiler leaves a variable so; other weavers may.</summary>
    [Test]
    public void What_may_return_a_variable_that_holds_no_task_has_none([Values] bool isStored)
    {
        const string Forwarder = "static Task<int> F(bool b) { Task<int> t; switch (b) { case true: t = Load(); break; default: t = Fails(); break; } return t; }";
        var twins = Direct(Forwarder, "F(true)", prepare: module =>
        {
            var code = module.GetType("C").Methods.Single(method => method.Name == "F").Body.Instructions;
            var store = code.First(instruction => instruction.OpCode.Code == Code.Stloc_0);
            store.OpCode = isStored ? OpCodes.Stloc_0 : OpCodes.Pop;
        });
        Assert.That(twins.Contains("<F>Direct"), Is.EqualTo(isStored));
    }

    [Test]
    public void Forwarders_of_each_other_have_twins_whichever_is_asked_first([Values("A(1)", "B(1)")] string asked) => Assert.That(
        Direct("static Task<int> A(int x) => x > 0 ? B(x - 1) : Load(); static Task<int> B(int x) => A(x);", asked, other: asked[0] == 'A' ? "B(1)" : "A(1)"),
        Is.SupersetOf(["<A>Direct", "<B>Direct"]));

    [Test]
    public void What_the_platform_guards_has_none() =>
        Assert.That(Direct("[System.Security.SecuritySafeCritical] static Task<int> F(bool b) => Load();", "F(true)"), Does.Not.Contain("<F>Direct"));

    [Test]
    public void What_a_suppression_of_the_assembly_names_has_none() => Assert.That(
        Direct(
            "static Task<int> F(bool b) => Load();",
            "F(true)",
            attributes: """[assembly: System.Diagnostics.CodeAnalysis.UnconditionalSuppressMessage("Trimming", "IL2026", Scope = "member", Target = "M:C.F(System.Boolean)")]"""),
        Does.Not.Contain("<F>Direct"));

    /// <summary>The names of type parameters are no part of a signature, and both methods have the same.</summary>
    [Test]
    public void A_forwarder_is_not_taken_for_a_method_whose_signature_reads_alike()
    {
        var woven = Weave("""
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

    /// <summary>As a weaver leaves it in memory that runs before this one.</summary>
    [Test]
    public void An_attribute_that_was_never_written_is_copied()
    {
        using var module = CompiledAssembly.Read(Fixtures.Compile(Shape.Release, """
            using System; public class C { [Obsolete("written")] public void M() { } public void Copies() { } }
            """).Image);
        var (method, copies) = (module.GetType("C").Methods[0], module.GetType("C").Methods[1]);
        var written = method.CustomAttributes.Single();
        var made = new CustomAttribute(written.Constructor) { ConstructorArguments = { new CustomAttributeArgument(module.TypeSystem.String, "made") } };
        copies.CustomAttributes.Add(CopiedAttribute.Of(written));
        copies.CustomAttributes.Add(CopiedAttribute.Of(made));

        var image = new MemoryStream();
        module.Write(image);
        using var read = CompiledAssembly.Read(image.ToArray());
        Assert.That(
            read.GetType("C").Methods[1].CustomAttributes.Select(attribute => attribute.ConstructorArguments.Single().Value),
            Is.EqualTo(["written", "made"]));
    }

    /// <summary>The names of the twins that a class has once a call in it is awaited.</summary>
    private static IEnumerable<string> Direct(string members, string call, string? other = null, string attributes = "", Action<ModuleDefinition>? prepare = null)
    {
        using var module = CompiledAssembly.Read(WeaveMembers(members, call, other, attributes, prepare));
        return module.GetType("C").Methods.Select(method => method.Name).Where(name => name.EndsWith("Direct")).ToList();
    }

    /// <summary>A class with members of which a call is awaited.</summary>
    private static byte[] WeaveMembers(string members, string call, string? other = null, string attributes = "", Action<ModuleDefinition>? prepare = null) => Weave(
        $$"""
        using System;
        using System.Threading.Tasks;
        {{attributes}}
        public class C
        {
            public static async Task<int> Caller() => await {{call}} + {{(other == null ? "0" : $"await {other}")}};
            {{Async}}
            {{members}}
        }
        """,
        prepare);

    private static byte[] Weave(string source, Action<ModuleDefinition>? prepare = null) =>
        new WeavingRunner { Prepare = prepare }.Weave(Fixtures.Compile(Shape.Release, source)).Result.Image;
}
