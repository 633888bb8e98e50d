using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>The methods that virtual calls go to, to those who read the assembly, and which types they ask for.</summary>
[Parallelizable(ParallelScope.Self)]
public class DispatchTests
{
    private const string Callee = "async Task<int> Get(int value) { await Task.Yield(); return value; }";

    [Test]
    public void Is_one_for_a_slot()
    {
        var woven = Weave($$"""
            public interface I { Task<int> Get(int value); }
            public class C : I { public {{Callee}} }
            public static class P { public static async Task<int> One(I i) => await i.Get(1); public static async Task<int> Two(I i) => await i.Get(2) + await i.Get(3); }
            """);
        var method = Methods(woven).Single();
        Assert.Multiple(() =>
        {
            Assert.That(method.FullName, Is.EqualTo("System.Threading.Tasks.ValueTask`1<System.Int32> PooledAwait.Runtime.<PooledAwait>Dispatch::<I.Get>Dispatch(I,System.Int32)"));
            Assert.That(method.Attributes, Is.EqualTo(MethodAttributes.Assembly | MethodAttributes.Static | MethodAttributes.HideBySig));
            Assert.That(method.DeclaringType.IsNotPublic && method.DeclaringType.IsAbstract && method.DeclaringType.IsSealed);
            Assert.That(method.CustomAttributes.Select(attribute => attribute.AttributeType.Name), Is.EqualTo(["CompilerGeneratedAttribute", "StackTraceHiddenAttribute"]));
            Assert.That(method.DeclaringType.CustomAttributes.Select(attribute => attribute.AttributeType.Name), Is.EqualTo(["CompilerGeneratedAttribute"]));
            Assert.That(Calls(woven, "<I.Get>Dispatch"), Is.EqualTo(3));
        });
    }

    [TestCase("public class C : I { public CALLEE }", "C")]
    [TestCase("public class C : I { public virtual CALLEE } public class D : C { } public sealed class E : C { public override CALLEE }", "C, D, E")]
    [TestCase("public abstract class B : I { public abstract Task<int> Get(int value); } public class C : B { public override CALLEE }", "C")]
    [TestCase("public struct S : I { public CALLEE }", "S")]
    [TestCase("public class C : I { async Task<int> I.Get(int value) { await Task.Yield(); return -value; } public virtual CALLEE } public class D : C, I { public override CALLEE }", "C")]
    [TestCase("public class C : I { public CALLEE } public class D : I { public Task<int> Get(int value) => Source.Task; }", "C")]
    [TestCase("public class C<T> : I { public CALLEE } public class D : C<int> { }", "D")]
    [TestCase("public class C : I { public CALLEE } public class D : I { [PooledAwait.PooledAwaitIgnore] public CALLEE }", "C")]
    [TestCase("public class C : I { public CALLEE } public class D : I { [MethodImpl(MethodImplOptions.Synchronized)] public Task<int> Get(int value) => new C().Get(value); }", "C")]
    [TestCase("public class C : I { public CALLEE } public ref struct S : I { public Task<int> Get(int value) => new C().Get(value); }", "C")]
    [TestCase("public interface J : I { CALLEE_J } public class C : J { } public class D : J { public CALLEE }", "D")]
    public void Asks_for_the_types_whose_method_has_a_twin(string types, string asked) => Assert.That(
        Asked(Weave($$"""
            public interface I { Task<int> Get(int value); }
            {{types.Replace("CALLEE_J", "async Task<int> I.Get(int value) { await Task.Yield(); return -value; }").Replace("CALLEE", Callee)}}
            public static class Source { public static Task<int> Task => null; }
            public static class P { public static async Task<int> Call(I i) => await i.Get(1); }
            """)),
        Is.EqualTo(asked));

    /// <summary>Where a class implements a variant interface anew, of which its base has another instance, a call of the base's may reach the class's.</summary>
    [TestCase("public class B : A, IOut<Cat> { async Task<int> IOut<Cat>.Get(int value) { await Task.Yield(); return -value; } } public class C : B { }", "A")]
    [TestCase("public class B : A, IOut<Pet>, IOut<Cat> { async Task<int> IOut<Cat>.Get(int value) { await Task.Yield(); return -value; } }", "A")]
    [TestCase("public class B : A, IOut<Cat> { async Task<int> IOut<Cat>.Get(int value) { await Task.Yield(); return -value; } } public class C : B, IOut<Pet> { public override CALLEE }", "A, C")]
    [TestCase("public class B : A, IOut<Cat> { } public class C : B { public override CALLEE }", "A, B, C")]
    [TestCase("public class B : A, IOut<Stone>, IOut<int>, IOut<object>, IOut<IDisposable> { async Task<int> IOut<Stone>.Get(int value) { await Task.Yield(); return -value; } }", "A, B")]
    [TestCase("public class B : IOut<Pet>, IOut<Cat> { async Task<int> IOut<Pet>.Get(int value) { await Task.Yield(); return 1; } async Task<int> IOut<Cat>.Get(int value) { await Task.Yield(); return 2; } }", "A, B")]
    [TestCase("public class B : IIn<Cat> { public CALLEE } public class C : B, IIn<Pet> { async Task<int> IIn<Pet>.Get(int value) { await Task.Yield(); return -value; } }", "A, B", "IIn<Cat>")]
    [TestCase("public class B : IIn<Pet> { public CALLEE } public class C : B, IIn<Cat> { async Task<int> IIn<Cat>.Get(int value) { await Task.Yield(); return -value; } }", "A, B, C", "IIn<Pet>")]
    [TestCase("public class B : IPlain<Pet> { public CALLEE } public class C : B, IPlain<Cat> { async Task<int> IPlain<Cat>.Get(int value) { await Task.Yield(); return -value; } }", "A, B, C", "IPlain<Pet>")]
    public void Asks_for_no_type_that_may_lead_to_another_instance_of_a_variant_interface(string types, string asked, string called = "IOut<Pet>") => Assert.That(
        Asked(Weave($$"""
            public class Pet { }
            public class Cat : Pet { }
            public class Stone { }
            public interface IOut<out T> { Task<int> Get(int value); }
            public interface IIn<in T> { Task<int> Get(int value); }
            public interface IPlain<T> { Task<int> Get(int value); }
            public class A : IOut<Pet>, IIn<Cat>, IIn<Pet>, IPlain<Pet> { public virtual {{Callee}} }
            {{types.Replace("CALLEE", Callee)}}
            public static class P { public static async Task<int> Call({{called}} one) => await one.Get(1); }
            """)),
        Is.EqualTo(asked));

    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "implemented-elsewhere")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C : I { public Task<int> Get(int value) => null; } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "not-forwarded")]
    [TestCase("public interface I { async Task<int> Get(int value) { await Task.Yield(); return 1; } } public class C : I { } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "receiver-not-known")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C<T> : I { public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "receiver-not-known")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C : I { public CALLEE } public class P { public async Task<int> Call<T>(T i) where T : I => await i.Get(1); }", "virtual-call")]
    [TestCase("public interface I { [PooledAwait.PooledAwaitIgnore] Task<int> Get(int value); } public class C : I { public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "ignored")]
    [TestCase("[PooledAwait.PooledAwait(DirectAwaits = false)] public interface I { Task<int> Get(int value); } public class C : I { public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "switched-off")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C : I { [RequiresUnreferencedCode(\"\")] public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "receiver-not-known")]
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); } public class Q { private class C : I { public CALLEE } }", "changed")]
    public void Is_none_for_a_reason(string source, string reason) => Assert.That(
        CallDecisions.Of(Shape.Release, Usings + source.Replace("CALLEE", Callee)).Single(told => told.StartsWith("P.", StringComparison.Ordinal)), Does.EndWith($": {reason}"));

    [Test]
    public void Asks_for_no_more_than_eight() => Assert.That(
        Asked(Weave($$"""
            public interface I { Task<int> Get(int value); }
            {{string.Concat(Enumerable.Range(0, 12).Select(i => $"public class C{i} : I {{ public {Callee} }} "))}}
            public static class P { public static async Task<int> Call(I i) => await i.Get(1); }
            """)).Split(", "),
        Has.Length.EqualTo(8));

    /// <summary>Where private types or members are named, it is nested in the type whose they are.</summary>
    [TestCase("public class P { private interface I { Task<int> Get(int value); } private class C : I { public CALLEE } public async Task<int> Call() => await ((I)new C()).Get(1); }", "P/<PooledAwait>Dispatch")]
    [TestCase("public class P { protected virtual CALLEE public async Task<int> Call() => await Get(1); }", "P/<PooledAwait>Dispatch")]
    [TestCase("public abstract class P<T> { protected abstract Task<int> Get(int value); public async Task<int> Call() => await Get(1); } public class C<T> : P<T> { protected override CALLEE }", "P`1/<PooledAwait>Dispatch`1")]
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); private class C : I { public CALLEE } }", "P/<PooledAwait>Dispatch")]
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); private class Q { public class C : I { public CALLEE } } }", "P/<PooledAwait>Dispatch")]
    [TestCase("public class P { public virtual CALLEE public async Task<int> Call() => await Get(1); }", "PooledAwait.Runtime.<PooledAwait>Dispatch")]
    public void Stands_where_all_that_it_names_can_be_seen(string source, string place) =>
        Assert.That(Methods(Weave(source.Replace("CALLEE", Callee))).Single().DeclaringType.FullName, Is.EqualTo(place));

    [Test]
    public void Is_not_made_again_by_another_weave([Values] bool sameCallers)
    {
        var source = Fixtures.Compile(Shape.Release, Usings + $$"""
            public interface I { Task<int> Get(int value); }
            public class C : I { public {{Callee}} }
            public static class P { public static async Task<int> One(I i) => await i.Get(1); }
            public static class Q { public static async Task<int> Two(I i) => await i.Get(2); }
            """);
        var once = new WeavingRunner { Config = new("PooledAwait", new System.Xml.Linq.XAttribute("Exclude", sameCallers ? "None" : "Q")) }.Weave(source).Result;
        using var woven = new WeavingRunner().Weave(once).Result.Read();
        Assert.Multiple(() =>
        {
            Assert.That(Methods(woven).Count(), Is.EqualTo(1));
            Assert.That(woven.GetTypes().Count(type => type.Name == "<PooledAwait>Dispatch"), Is.EqualTo(1));
            Assert.That(Calls(woven, "<I.Get>Dispatch"), Is.EqualTo(2));
        });
    }

    private const string Usings = """
        #pragma warning disable
        using System;
        using System.Diagnostics.CodeAnalysis;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        """;

    private static ModuleDefinition Weave(string source) => new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, Usings + source)).Result.Read();

    private static IEnumerable<MethodDefinition> Methods(ModuleDefinition module) =>
        module.GetTypes().SelectMany(type => type.Methods).Where(method => method.Name.EndsWith(">Dispatch", StringComparison.Ordinal));

    private static string Asked(ModuleDefinition module) => string.Join(
        ", ", Methods(module).Single().Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ldtoken).Select(instruction => ((TypeReference)instruction.Operand).FullName));

    private static int Calls(ModuleDefinition module, string name) => module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody)
        .SelectMany(method => method.Body.Instructions).Count(instruction => (instruction.Operand as MethodReference)?.Name == name);
}
