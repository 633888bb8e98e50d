using Mono.Cecil;
using Mono.Cecil.Cil;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Checks for which types of objects a dispatch method makes a direct call.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class DispatchedTypesTests
{
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
        Asked(DispatchProgram.Weave($$"""
            public interface I { Task<int> Get(int value); }
            {{types.Replace("CALLEE_J", "async Task<int> I.Get(int value) { await Task.Yield(); return -value; }").Replace("CALLEE", DispatchProgram.Callee)}}
            public static class Source { public static Task<int> Task => null; }
            public static class P { public static async Task<int> Call(I i) => await i.Get(1); }
            """)),
        Is.EqualTo(asked));

    /// <summary>
    /// If a class and its base implement a variant interface with different type arguments, a call through the base's interface may reach the method of the
    /// class.
    /// </summary>
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
        Asked(DispatchProgram.Weave($$"""
            public class Pet { }
            public class Cat : Pet { }
            public class Stone { }
            public interface IOut<out T> { Task<int> Get(int value); }
            public interface IIn<in T> { Task<int> Get(int value); }
            public interface IPlain<T> { Task<int> Get(int value); }
            public class A : IOut<Pet>, IIn<Cat>, IIn<Pet>, IPlain<Pet> { public virtual {{DispatchProgram.Callee}} }
            {{types.Replace("CALLEE", DispatchProgram.Callee)}}
            public static class P { public static async Task<int> Call({{called}} one) => await one.Get(1); }
            """)),
        Is.EqualTo(asked));

    [Test]
    public void Asks_for_no_more_than_eight() => Assert.That(
        Asked(DispatchProgram.Weave($$"""
            public interface I { Task<int> Get(int value); }
            {{string.Concat(Enumerable.Range(0, 12).Select(i => $"public class C{i} : I {{ public {DispatchProgram.Callee} }} "))}}
            public static class P { public static async Task<int> Call(I i) => await i.Get(1); }
            """)).Split(", "),
        Has.Length.EqualTo(8));

    private static string Asked(ModuleDefinition module) => string.Join(
        ", ", DispatchProgram.Dispatches(module).Single().Body.Instructions.Where(instruction => instruction.OpCode.Code == Code.Ldtoken).Select(instruction => ((TypeReference)instruction.Operand).FullName));
}
