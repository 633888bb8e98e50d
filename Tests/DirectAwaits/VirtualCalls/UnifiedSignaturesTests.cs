using System.Text.RegularExpressions;
using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Together;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// Certain type arguments can make the signatures of two methods equal. The runtime then calls the method whose signature matches before type arguments replace
/// the type parameters. The weaver's search finds no method in such cases, so a woven program calls the same method as without weaving. Each method returns its
/// own number.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class UnifiedSignaturesTests
{
    [TestCase("interface I<T> { N(T); }", "class B<T> { virtual N(T) => 1; }  class D<T> : B<T>, I<T> { virtual N(int) => 2; }  class E : D<int> { }", "I<int>", "N(0)", 1)]
    [TestCase("interface I<T, U> { N(T); }", "class B<T, U> { virtual N(T) => 1; }  class D<T, U> : B<T, U>, I<T, U> { virtual N(U) => 2; }  class E : D<int, int> { }", "I<int, int>", "N(0)", 1)]
    [TestCase("interface I<T> { N(T); }", "class B<T, U> { virtual N(T) => 1; }  class D<T, U> : B<T, U>, I<T> { virtual N(U) => 2; }  class E : D<int, int> { }", "I<int>", "N(0)", 1)]
    [TestCase("interface I<T> { N(T) => 1; }", "class D<T> : I<T> { virtual N(int) => 2; }  class E : D<int> { }", "I<int>", "N(0)", 1)]
    [TestCase("interface I<T> { N(T) => 1; }", "class B { virtual N(int) => 2; }  class D<T> : B, I<T> { }  class E : D<int> { }", "I<int>", "N(0)", 1)]
    [TestCase("interface I<T> { N(T[]); }", "class B<T> { virtual N(T[]) => 1; }  class D<T> : B<T>, I<T> { virtual N(int[]) => 2; }  class E : D<int> { }", "I<int>", "N(new int[0])", 1)]
    [TestCase("interface I<T> { N<V>(T); }", "class B<T> { virtual N<V>(T) => 1; }  class D<T> : B<T>, I<T> { virtual N<V>(int) => 2; }  class E : D<int> { }", "I<int>", "N<string>(0)", 1)]
    [TestCase("", "class B<T> { virtual N(T) => 1; }  class C<T> : B<T> { virtual N(int) => 2; }  class D<T> : C<T> { override N(T) => 3; }  class E : D<int> { }", "B<int>", "N(0)", 3)]
    [TestCase("", "class A { virtual N(int) => 1; }  class B<T> : A { virtual N(T) => 2; }  class C<T> : B<T> { override N(int) => 3; }  class E : C<int> { }", "B<int>", "N(0)", 2)]
    [TestCase("", "class A<T> { virtual N(T) => 1; }  class B<T> : A<T> { virtual N(int) => 2; }  class C<T> : B<T> { override N(T) => 3; }  class E : C<int> { override N(int) => 4; }", "A<int>", "N(0)", 3)]
    public async Task Keep_what_is_called(string @interface, string classes, string called, string call, int expected)
    {
        var (compiled, woven) = Weave(
            $$"""
            {{Interface(@interface)}}
            {{Classes(classes)}}
            public static class Caller
            {
                public static async Task<int> Call() { {{called}} one = new E(); return await one.{{call}}; }
                public static {{called}} Type;
            }
            """);

        Assert.That(await CalledProgram.Call<Task<int>>(compiled), Is.EqualTo(expected));
        Assert.That(await CalledProgram.Call<Task<int>>(woven), Is.EqualTo(expected));
        Assert.That(Found(compiled).Refusal?.Condition, Is.EqualTo(Condition.SeveralMethods));
    }

    /// <summary>
    /// The runtime follows the same rule for methods of a class outside the program, even if that class refers to the base library's types in another assembly.
    /// </summary>
    [TestCase("net10.0", "N(T) => 8;  N(int) => 9;", "class C<T> : Ext<T> { override N(T) => 2; }  class E : C<int>, I<int> { }", 9)]
    [TestCase("netstandard2.0", "N(T) => 8;  N(int) => 9;", "class C<T> : Ext<T> { override N(T) => 2; }  class E : C<int>, I<int> { }", 9)]
    [TestCase("net10.0", "N(T) => 8;  N(int) => 9;", "class C<T> : Ext<T> { override N(int) => 2; }  class E : C<int>, I<int> { }", 2)]
    [TestCase("net10.0", "N(T[]) => 8;", "class C<T> : Ext<T> { override N(T[]) => 2; }  class E : C<int>, I<int> { virtual N(int) => 3; }", 3)]
    public async Task Of_a_base_outside_keep_what_is_called(string framework, string outside, string classes, int expected)
    {
        using var parts = new Parts()
            .Add("Ext", $$"""
                using System.Threading.Tasks;
                public interface IExt { }
                public class Ext<T> { {{Regex.Replace(outside, @"N\((\S+)\) => (\d);", "public virtual Task<int> N($1 value) => Task.FromResult($2);")}} }
                """, framework: framework)
            .Add("App", $$"""
                using System.Threading.Tasks;
                public interface I<T> : IExt { Task<int> N(T value); }
                {{Classes(classes)}}
                public static class Caller { static async Task<int> Use(I<int> one) => await one.N(0); public static async Task<int> Call() => await Use(new E()); public static I<int> Type; }
                """);
        parts.WeaveEach();

        Assert.That(await parts.Method<Func<Task<int>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo(expected));
        Assert.That(await parts.Method<Func<Task<int>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo(expected));
        using var resolver = new ReferenceResolver([.. References.Of("net10.0"), parts.PathOf(Parts.NotWoven, "Ext.dll")]);
        using var module = ModuleDefinition.ReadModule(parts.PathOf(Parts.NotWoven, "App.dll"), new ReaderParameters { AssemblyResolver = resolver });
        Assert.That(Found(module).Refusal?.Condition, Is.EqualTo(expected == 3 ? null : Condition.SeveralMethods));
    }

    [Test]
    public async Task A_method_with_any_arguments_overrides_no_other()
    {
        var (compiled, woven) = Weave(
            """
            public class A { public virtual async Task<int> N() { await Task.Yield(); return 1; } }
            public class B : A { public virtual Task<int> N(__arglist) => null; }
            public class E : B { public override async Task<int> N() { await Task.Yield(); return 3; } }
            public static class Caller { public static async Task<int> Call() { A one = new E(); return await one.N(); } public static A Type; }
            """);

        Assert.That(await CalledProgram.Call<Task<int>>(compiled), Is.EqualTo(3));
        Assert.That(await CalledProgram.Call<Task<int>>(woven), Is.EqualTo(3));
        Assert.That(Found(compiled).Value?.Method.DeclaringType.Name, Is.EqualTo("E"));
    }

    /// <summary>
    /// One of several methods with the same name may have a parameter of type T. This does no harm, unless a type argument makes two signatures the same.
    /// </summary>
    [Test]
    public void What_the_arguments_keep_apart_is_found()
    {
        var (compiled, _) = Weave(
            $$"""
            {{Interface("interface I<T> { N(T); }")}}
            {{Classes("class B<T> { virtual N(T) => 1; }  class D<T> : B<T>, I<T> { virtual N(int) => 2; }  class E : D<string> { override N(string) => 3; }")}}
            public static class Caller { public static I<string> Type; }
            """);

        Assert.That(Found(compiled).Value?.Method.DeclaringType.Name, Is.EqualTo("E"));
    }

    private static Recognised<Implementation> Found(CompiledAssembly compiled)
    {
        using var module = compiled.Read();
        return Found(module);
    }

    private static Recognised<Implementation> Found(ModuleDefinition module)
    {
        var type = module.GetType("Caller").Fields.Single().FieldType;
        var method = type.Resolve().Methods.Single(method => method.Name == "N");
        return ImplementationSearch.Find(new WovenProgram(new MemberUses(module)), module.GetType("E"), new VirtualSlot(method, type));
    }

    private static (CompiledAssembly Compiled, CompiledAssembly Woven) Weave(string source)
    {
        var compiled = Fixtures.Compile(Shape.Release, $"#pragma warning disable\nusing System.Threading.Tasks;\n{source}");
        return (compiled, new WeavingRunner().Weave(compiled).Result);
    }

    private static string Interface(string text) => text == "" ? "" : $"public {Members(text, "")}";

    private static string Classes(string text) => string.Join("\n", text.Split("  ").Select(one => $"public {Members(one, "public ")}"));

    // "virtual N(T) => 1;" becomes an async method with a parameter of type T. The method suspends and then returns 1.
    private static string Members(string text, string access) => Regex.Replace(
        text,
        @"(?<modifier>virtual |override )?N(?<generic><V>)?\((?<type>[^)]+)\)( => (?<number>\d))?;",
        match => $"{access}{match.Groups["modifier"]}{(match.Groups["number"].Success ? "async " : "")}Task<int> N{match.Groups["generic"]}({match.Groups["type"]} value)"
            + (match.Groups["number"].Success ? $" {{ await Task.Yield(); return {match.Groups["number"]}; }}" : ";"));
}
