using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Together;
using Tests.Weaving;

namespace Tests.Builders;

/// <summary>In Visual Basic, a method may implement an interface under another name. The weaver must still find the calls through the interface.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class RenamedImplementationTests
{
    private const string Source = """
        using PooledAwait;
        using System.Threading.Tasks;

        interface I { ValueTask<int> Get(); }
        sealed class C : I { internal async ValueTask<int> Core() { await Task.Delay(1); return 3; } ValueTask<int> I.Get() => Core(); }
        public static class Caller
        {
            static async ValueTask<int> Properly(C c) => await c.Core() + await c.Core();
            [PooledAwaitIgnore] static async Task<int> Twice(I i) { var task = i.Get(); var first = await task; return first + await task; }
            public static async Task<string> Call() { var c = new C(); return $"{await Properly(c)} {await Twice(c)}"; }
        }
        """;

    [TestCase("I.Get")]
    [TestCase("Other")]
    public async Task Is_consumed_by_those_who_call_the_interface(string name)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source);
        var runner = new WeavingRunner { Prepare = module => module.GetType("C").Methods.Single(method => method.HasOverrides).Name = name };

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo("6 6"));
        Assert.That(await CalledProgram.Call<Task<string>>(runner.Weave(compiled).Result), Is.EqualTo("6 6"));
    }

    /// <summary>
    /// The base class declares that its method implements the interface's method. The override declares nothing, but also implements the interface's method.
    /// </summary>
    [TestCase("abstract class A : I { public abstract ValueTask<int> Foo(); ValueTask<int> I.Get() => Foo(); }  sealed class B : A { public override async ValueTask<int> Foo() { await Task.Delay(1); return 3; } }")]
    [TestCase("class A : I { public virtual ValueTask<int> Foo() => default; ValueTask<int> I.Get() => Foo(); }  abstract class M : A { }  class N : M { public override ValueTask<int> Foo() => default; }  sealed class B : N { public override async ValueTask<int> Foo() { await Task.Delay(1); return 3; } }")]
    public async Task Is_consumed_where_another_overrides_it(string classes)
    {
        var compiled = Fixtures.Compile(Shape.Release, Overridden(classes));
        var runner = new WeavingRunner { Prepare = module => Rename(module.GetType("A")) };

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo("6 6"));
        Assert.That(await CalledProgram.Call<Task<string>>(runner.Weave(compiled).Result), Is.EqualTo("6 6"));
    }

    /// <summary>Simulates a base class from a Visual Basic library. The caller uses the interface.</summary>
    [Test]
    public async Task Is_consumed_where_it_overrides_one_outside()
    {
        using var parts = new Parts()
            .Add("Lib", "using System.Threading.Tasks;\npublic interface I { ValueTask<int> Get(); }\npublic abstract class A : I { public abstract ValueTask<int> Foo(); ValueTask<int> I.Get() => Foo(); }")
            .Add("App", Overridden("sealed class B : A { public override async ValueTask<int> Foo() { await Task.Delay(1); return 3; } }", ""));
        RenameIn(parts.PathOf(Parts.NotWoven, "Lib.dll"));
        parts.WeaveEach();

        Assert.That(await parts.Method<Func<Task<string>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo("6 6"));
        Assert.That(await parts.Method<Func<Task<string>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo("6 6"));
    }

    [Test]
    public void May_be_whatever_a_base_calls_it_that_cannot_be_found()
    {
        var compiled = Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;
            public interface I { ValueTask<int> Get(); ValueTask<int> Get(int value); }
            public class A { public virtual ValueTask<int> Foo() => default; }
            public class B : A { public override ValueTask<int> Foo() => default; public virtual ValueTask<int> New() => default; }
            """);
        using var resolver = new ReferenceResolver(References.Of(References.Current));
        using var module = ModuleDefinition.ReadModule(new MemoryStream(compiled.Image), new ReaderParameters { AssemblyResolver = resolver });
        var type = module.GetType("B");
        type.BaseType = new TypeReference("", "Base", module, new AssemblyNameReference("Missing", new Version(1, 0)));
        var index = new CalleeIndex<MethodDefinition>(new WovenProgram(new MemberUses(module)));
        var called = module.GetType("I").Methods;
        called.ToList().ForEach(method => index.Add(Instruction.Create(OpCodes.Callvirt, method), method, method));

        Assert.That(Of("Foo"), Is.EqualTo((MethodDefinition[])[called.Single(method => !method.HasParameters)]));
        Assert.That(Of("New"), Is.Empty);

        IEnumerable<MethodDefinition> Of(string name) => index.Of(type.Methods.Single(method => method.Name == name)).SelectMany(calls => calls);
    }

    private static string Overridden(string classes, string @interface = "public interface I { ValueTask<int> Get(); }") => $$"""
        using PooledAwait;
        using System.Threading.Tasks;

        {{@interface}}
        {{classes.Replace("  ", "\n")}}
        public static class Caller
        {
            static async ValueTask<int> Properly(B b) => await b.Foo() + await b.Foo();
            [PooledAwaitIgnore] static async Task<int> Twice(I i) { var task = i.Get(); var first = await task; return first + await task; }
            public static async Task<string> Call() { var b = new B(); return $"{await Properly(b)} {await Twice(b)}"; }
        }
        """;

    private static void RenameIn(string path)
    {
        using var module = ModuleDefinition.ReadModule(path, new ReaderParameters { InMemory = true, ReadSymbols = true });
        Rename(module.GetType("A"));
        module.Write(path, new WriterParameters { WriteSymbols = true });
    }

    // Makes Foo itself implement I.Get, as Implements does in Visual Basic.
    private static void Rename(TypeDefinition type)
    {
        var named = type.Methods.Single(method => method.HasOverrides);
        type.Methods.Single(method => method.Name == "Foo").Overrides.Add(named.Overrides.Single());
        type.Methods.Remove(named);
    }
}
