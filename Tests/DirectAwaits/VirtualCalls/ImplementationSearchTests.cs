using System.Reflection;
using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>If the weaver's search finds a method for a virtual call on objects of some type, the runtime must call the same method.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class ImplementationSearchTests
{
    private const BindingFlags Declared = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    [Test]
    public void Of_the_fixtures([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        var compiled = Fixtures.Compiled(shape);
        using var module = compiled.Read();
        Assert.That(Compare(module, new LoadedAssembly(compiled).Assembly), Is.GreaterThan(100));
    }

    // The last assembly has tens of thousands of slots (methods that a virtual call may name), so only a whole run (see Extent) uses this assembly.
    private static IEnumerable<object[]> RealAssemblies => new object[][]
    {
        [typeof(System.Xml.XmlReader), 1000], [typeof(System.Linq.Expressions.Expression), 1000], [typeof(Microsoft.CodeAnalysis.SyntaxNode), 1000],
        [typeof(ModuleDefinition), 100], [typeof(Assert), 100], [typeof(Microsoft.CodeAnalysis.CSharp.CSharpSyntaxNode), 10_000],
    }.SkipLast(Extent.IsWhole ? 0 : 1);

    /// <summary>Compares the search with the runtime for assemblies that the tests use. These assemblies contain class hierarchies of every kind.</summary>
    [TestCaseSource(nameof(RealAssemblies))]
    public void Of_real_assemblies(Type type, int least)
    {
        using var resolver = new DefaultAssemblyResolver();
        resolver.AddSearchDirectory(Path.GetDirectoryName(type.Assembly.Location));
        resolver.AddSearchDirectory(AppContext.BaseDirectory);
        resolver.AddSearchDirectory(Path.GetDirectoryName(typeof(object).Assembly.Location));
        using var module = ModuleDefinition.ReadModule(type.Assembly.Location, new ReaderParameters { AssemblyResolver = resolver });
        Assert.That(Compare(module, type.Assembly), Is.GreaterThan(least));
    }

    /// <summary>
    /// A class's method implements an interface's method of the same name only if the class's method is public. A method that is not public does not hide the
    /// methods of its bases.
    /// </summary>
    [Test]
    public void Of_a_class_whose_own_method_of_that_name_is_not_public([Values("internal", "protected", "private protected")] string access)
    {
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            using System.Threading.Tasks;
            public interface I { Task<int> Get(int value); }
            public class A { public virtual Task<int> Get(int value) => null!; }
            public class B : A, I { {{access}} new virtual Task<int> Get(int value) => null!; }
            """);
        using var module = compiled.Read();
        Assert.That(Compare(module, new LoadedAssembly(compiled).Assembly), Is.EqualTo(4));
    }

    /// <summary>
    /// D implements I&lt;T&gt; by B's method, which has the right name. C implements I&lt;int&gt; explicitly. I&lt;T&gt; and I&lt;int&gt; are the same
    /// interface only because T is int.
    /// </summary>
    [Test]
    public Task Not_of_a_class_whose_base_implements_an_instance_again_that_a_type_argument_makes_the_same([Values("E", "F")] string name) => IsNotFound(
        $$"""
        public interface I<T> { Task<int> Get(); }
        public class B { public virtual async Task<int> Get() { await Task.Yield(); return 1; } }
        public class C : B, I<int> { async Task<int> I<int>.Get() { await Task.Yield(); return 2; } }
        public class D<T> : C, I<T> { }
        public sealed class E : D<int> { }
        public sealed class F : D<int>, I<int> { }
        public static class Caller { public static async Task<int> Call() { I<int> one = new {{name}}(); return await one.Get(); } public static I<int> Type; }
        """,
        name, Condition.ImplementedAgain, 1);

    /// <summary>
    /// B declares both interfaces, but has a method only for I&lt;object&gt;. For I&lt;string&gt;, B has the interface's default method. C, whose base is
    /// abstract, has a method with the right name. .NET uses C's method for I&lt;string&gt;, and then also for I&lt;object&gt;.
    /// </summary>
    [Test]
    public Task Not_of_an_instance_beside_one_that_a_nearer_class_takes_by_name() => IsNotFound(
        """
        public interface I<out T> { async Task<int> Get() { await Task.Yield(); return 0; } }
        public class B : I<string>, I<object> { async Task<int> I<object>.Get() { await Task.Yield(); return 1; } }
        public abstract class A : B { }
        public class C : A { public virtual async Task<int> Get() { await Task.Yield(); return 2; } }
        public static class Caller { public static async Task<int> Call() { I<object> one = new C(); return await one.Get(); } public static I<object> Type; }
        """,
        "C", Condition.VariantMethods, 2);

    private static async Task IsNotFound(string source, string name, Condition expected, int result)
    {
        var compiled = Fixtures.Compile(Shape.Release, $"using System.Threading.Tasks;\n{source}");
        var woven = new WeavingRunner().Weave(compiled).Result;
        using var module = compiled.Read();
        var instance = module.GetType("Caller").Fields.Single().FieldType;

        var found = ImplementationSearch.Find(
            new WovenProgram(new MemberUses(module)), module.GetType(name), new VirtualSlot(instance.Resolve().Methods.Single(), instance));

        Assert.That(await CalledProgram.Call<Task<int>>(compiled), Is.EqualTo(result));
        Assert.That(await CalledProgram.Call<Task<int>>(woven), Is.EqualTo(result));
        Assert.That(found.Refusal?.Condition, Is.EqualTo(expected));
    }

    /// <returns>The number of pairs (a type of objects, and a slot) for which the search found a method.</returns>
    private static int Compare(ModuleDefinition module, Assembly assembly)
    {
        var program = new WovenProgram(new MemberUses(module));
        var found = 0;
        var differences = new List<string>();
        foreach (var type in module.GetTypes().Where(type => type is { IsInterface: false, IsAbstract: false, HasGenericParameters: false, BaseType: not null }))
        {
            var loaded = assembly.ManifestModule.ResolveType(type.MetadataToken.ToInt32());
            foreach (var (slot, expected) in Interfaces(new Supertypes(program), type, loaded, assembly).Concat(Classes(new Supertypes(program), type, loaded)))
            {
                if (ImplementationSearch.Find(program, type, slot).Value is { } implementation)
                {
                    found++;
                    if (implementation.Method.MetadataToken.ToInt32() != expected?.MetadataToken || expected.Module.Assembly != assembly)
                    {
                        differences.Add($"{type.FullName}, {slot.Type.FullName}::{slot.Method.Name}: {implementation.Method.FullName}, not {expected?.DeclaringType}.{expected}");
                    }
                }
            }
        }

        Assert.That(differences, Is.Empty);
        return found;
    }

    private static IEnumerable<(VirtualSlot Slot, MethodInfo? Expected)> Interfaces(Supertypes supertypes, TypeDefinition type, Type loaded, Assembly assembly)
    {
        var ofOurs = supertypes.ClassesOf(type).SelectMany(supertypes.InterfacesOf).GroupBy(TypeKey.Of).Select(same => same.First());
        var implemented = loaded.GetInterfaces().Where(one => one.Assembly == assembly).ToHashSet();
        foreach (var instance in ofOurs)
        {
            if (Loaded(instance, assembly.ManifestModule) is not { } one || !implemented.Contains(one))
            {
                continue;
            }

            var map = loaded.GetInterfaceMap(one);
            foreach (var (method, target) in map.InterfaceMethods.Zip(map.TargetMethods).Where(pair => !pair.First.IsStatic))
            {
                yield return (new VirtualSlot((MethodDefinition)instance.Module.LookupToken(method.MetadataToken), instance), target);
            }
        }
    }

    /// <summary>Returns the runtime's type. Returns null if the type contains a type parameter or, for example, a pointer.</summary>
    private static Type? Loaded(TypeReference type, Module module) => type switch
    {
        GenericInstanceType instance =>
            Loaded(instance.ElementType, module) is { } open && instance.GenericArguments.Select(argument => Loaded(argument, module)).ToArray() is var arguments && !arguments.Contains(null)
                ? open.MakeGenericType(arguments!)
                : null,
        ArrayType { IsVector: true } array => Loaded(array.ElementType, module)?.MakeArrayType(),
        TypeSpecification or GenericParameter => null,
        { MetadataToken.RID: 0 } => Type.GetType(type.FullName),
        _ => module.ResolveType(type.MetadataToken.ToInt32()),
    };

    private static IEnumerable<(VirtualSlot Slot, MethodInfo? Expected)> Classes(Supertypes supertypes, TypeDefinition type, Type loaded)
    {
        var chain = new List<Type>();
        for (var one = loaded; one != null && one.Assembly == loaded.Assembly; one = one.BaseType)
        {
            chain.Add(one);
        }

        foreach (var (instance, declaring) in supertypes.ClassesOf(type).Zip(chain))
        {
            foreach (var method in declaring.GetMethods(Declared).Where(method => method.IsVirtual && method.Attributes.HasFlag(System.Reflection.MethodAttributes.NewSlot)))
            {
                var target = chain.SelectMany(one => one.GetMethods(Declared)).FirstOrDefault(other => other.IsVirtual && other.GetBaseDefinition().MethodHandle == method.MethodHandle);
                yield return (new VirtualSlot((MethodDefinition)type.Module.LookupToken(method.MetadataToken), instance), target);
            }
        }
    }
}
