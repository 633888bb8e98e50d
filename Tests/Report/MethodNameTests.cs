using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using Tests.Options;

namespace Tests.Report;

[Parallelizable(ParallelScope.Self)]
public sealed class MethodNameTests
{
    [TestCase("void M() { }", "M", "App.C.M()")]
    [TestCase("void M(int a, string b, object c, decimal d, nint e, bool? f) { }", "M", "App.C.M(int, string, object, decimal, nint, bool?)")]
    [TestCase("void M(ref int a, out string b, in long c) { b = null; }", "M", "App.C.M(ref int, out string, in long)")]
    [TestCase("void M(int[] a, int[,] b, byte[][] c) { }", "M", "App.C.M(int[], int[,], byte[][])")]
    [TestCase("unsafe void M(int* a) { }", "M", "App.C.M(int*)")]
    [TestCase("void M((int, string) a) { }", "M", "App.C.M((int, string))")]
    [TestCase("void M(List<Task<int>> a, Task b) { }", "M", "App.C.M(List<Task<int>>, Task)")]
    [TestCase("void M<T, U>(T a, U[] b) { }", "M", "App.C.M<T, U>(T, U[])")]
    [TestCase("void M(Dictionary<int, string>.KeyCollection a) { }", "M", "App.C.M(Dictionary<int, string>+KeyCollection)")]
    [TestCase("C(int a) { }", ".ctor", "App.C..ctor(int)")]
    [TestCase("int P => 1;", "get_P", "App.C.P.get")]
    [TestCase("int P { set { } }", "set_P", "App.C.P.set")]
    [TestCase("int this[int a, string b] => 1;", "get_Item", "App.C.this[int, string].get")]
    [TestCase("event Action E { add { } remove { } }", "remove_E", "App.C.E.remove")]
    [TestCase("class D<T> { class E<U> { void M(T a, U b) { } } }", "M", "App.C+D<T>+E<U>.M(T, U)")]
    [TestCase("Func<int> M(int a) => () => a;", "<M>b__0", "App.C.M(int) (lambda)")]
    [TestCase("class D<T> { Func<int> M() => () => 1; }", "<M>b__0_0", "App.C+D<T>.M() (lambda)")]
    [TestCase("void M(int a) { L(); void L() => Console.Write(a); }", "<M>g__L|0_0", "App.C.M(int) (local function L)")]
    [TestCase("async Task M(int a) => await Task.Yield();", "MoveNext", "App.C.M(int)")]
    [TestCase("Func<Task> M() => async () => await Task.Yield();", "MoveNext", "App.C.M() (lambda)")]
    public void A_method_is_named_as_its_source_reads(string member, string method, string expected) =>
        Assert.That(Name($"namespace App {{ class C {{ {member} }} }}", "." + method), Is.EqualTo(expected));

    [Test]
    public void A_type_without_a_namespace_has_just_its_name() =>
        Assert.That(Name("class C { void M() { } }", "C.M"), Is.EqualTo("C.M()"));

    [Test]
    public void A_file_local_type_has_the_name_that_stands_in_the_file() =>
        Assert.That(Name("namespace App { file class My__Type { void M() { } } }", "My__Type.M"), Is.EqualTo("App.My__Type.M()"));

    [Test]
    public void A_lambda_that_nothing_uses_has_the_name_of_its_type()
    {
        var module = Source.Compile("class C { Func<int> M() => () => 1; }");
        module.Method("C.M").Body.Instructions.Clear();

        Assert.That(MethodName.Of(module.Method("<M>b__0_0"), new MethodOwners(module)), Is.EqualTo("C (lambda)"));
    }

    private static string Name(string source, string method)
    {
        var module = Source.Compile(source);
        return MethodName.Of(module.Method(method), new MethodOwners(module));
    }
}
