using System.Reflection;
using System.Runtime.CompilerServices;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Microsoft.CodeAnalysis.Emit;
using Microsoft.Extensions.DependencyInjection;
using NUnit.Framework.Api;
using NUnit.Framework.Interfaces;
using Tests.Compilation;
using Tests.Together;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// Code that searches an assembly's types by namespace, name and interface must find the same types in a woven assembly. Such code may expect that every
/// type has a namespace.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class ScanTests
{
    private const string Shop = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        namespace Shop.Handling
        {
            public interface IHandler<in TRequest, TResult> { Task<TResult> Handle(TRequest request); }
            internal interface IStore { Task<int> Find(int id); }
            public abstract class Profile { protected Profile() => Maps = 1; public int Maps { get; } }
            public abstract class Controller { protected virtual async Task<int> Read(int id) { await Task.Yield(); return id; } }
        }

        namespace Shop
        {
            using Shop.Handling;

            internal sealed class Store : IStore { public async Task<int> Find(int id) { await Task.Yield(); return id; } }
            public sealed class FindHandler : IHandler<int, int>, IDisposable
            {
                private readonly IStore _store = new Store();
                public async Task<int> Handle(int request) => await _store.Find(request);
                public Task Log(Task task, string name) => task.ContinueWith(t => Console.WriteLine(name + t.Status));
                public void Dispose() { }
            }
            internal sealed class TextHandler : IHandler<string, int>
            {
                private interface IHidden { Task<int> Length(string text); }
                private sealed class Hidden : IHidden { public async Task<int> Length(string text) { await Task.Yield(); return text.Length; } }
                public async Task<int> Handle(string request) => await ((IHidden)new Hidden()).Length(request);
            }
            public sealed class ShopProfile : Profile { }
            public sealed class OrderController : Controller
            {
                public async Task<int> Get(IHandler<int, int> handler, int id) => await handler.Handle(id) + await Read(id);
                protected override async Task<int> Read(int id) { await Task.Yield(); return -id; }
            }
            [NUnit.Framework.TestFixture]
            public sealed class ShopTests
            {
                [NUnit.Framework.Test] public async Task Finds() => await new FindHandler().Handle(1);
                [NUnit.Framework.TestCase(1), NUnit.Framework.TestCase(2)] public async Task Finds_more(int id) => await Once((IHandler<int, int>)new FindHandler(), id);
                private static async Task<int> Once(IHandler<int, int> handler, int id) => await handler.Handle(id);
            }
        }
        """;

    private static readonly Lazy<(Assembly NotWoven, Assembly Woven)> s_shop = new(Compile);

    private static readonly Dictionary<string, Func<Assembly, IEnumerable<string>>> s_scans = new()
    {
        ["by namespace"] = assembly =>
            from type in assembly.GetTypes().Where(type => type.Namespace!.StartsWith("Shop", StringComparison.Ordinal) && type is { IsClass: true, IsAbstract: false })
            from implemented in type.GetInterfaces()
            select $"{implemented} {type}",
        ["by namespace, static classes too"] = assembly =>
            assembly.DefinedTypes.Where(type => !type.IsNested && type.Namespace!.StartsWith("Shop", StringComparison.Ordinal)).Select(type => $"{type}"),
        ["Scrutor"] = assembly => Registered(scan => scan.FromAssemblies(assembly).AddClasses(publicOnly: false).AsSelfWithInterfaces().WithTransientLifetime()),
        ["Scrutor, in a namespace"] = assembly =>
            Registered(scan => scan.FromAssemblies(assembly).AddClasses(classes => classes.InNamespaces("Shop"), publicOnly: false).AsMatchingInterface().AsImplementedInterfaces().WithScopedLifetime()),
        ["Scrutor, with a condition"] = assembly =>
            Registered(scan => scan.FromAssemblies(assembly).AddClasses(classes => classes.Where(type => type.Namespace!.StartsWith("Shop", StringComparison.Ordinal))).AsSelf().WithSingletonLifetime()),
        ["as MediatR"] = assembly =>
            from type in assembly.DefinedTypes.Where(type => type is { IsAbstract: false, IsInterface: false, ContainsGenericParameters: false })
            from closed in type.ImplementedInterfaces.Where(one => one.IsGenericType && one.GetGenericTypeDefinition().Name == "IHandler`2")
            select $"{closed} {type}",
        ["as AutoMapper"] = assembly => assembly.DefinedTypes.Where(type => !type.IsAbstract && type.BaseType?.Name == "Profile").Select(type => $"{type}"),
        ["as MVC"] = assembly =>
            from type in assembly.DefinedTypes.Where(type => type is { IsClass: true, IsAbstract: false, IsPublic: true } && type.Name.EndsWith("Controller", StringComparison.Ordinal))
            from action in type.GetMethods(BindingFlags.Instance | BindingFlags.Public)
            select $"{type}.{action}",
        ["members of interfaces"] = assembly =>
            from type in assembly.GetTypes().Where(type => type.IsInterface)
            from member in type.GetMembers(BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic)
            select $"{type}: {member}",
        ["as xunit"] = assembly => from type in assembly.GetExportedTypes() from method in type.GetMethods() from attribute in method.GetCustomAttributesData() select $"{type}.{method} {attribute}",
        ["NUnit"] = assembly => Names(new DefaultTestAssemblyBuilder().Build(assembly, new Dictionary<string, object>())),
    };

    private static IEnumerable<string> Scans => s_scans.Keys;

    [TestCaseSource(nameof(Scans))]
    public void Finds_the_same(string scan)
    {
        var (notWoven, woven) = s_shop.Value;

        // The order may differ, because a tool that rewrites an assembly puts nested types after the types that contain them.
        Assert.That(s_scans[scan](woven), Is.EquivalentTo(s_scans[scan](notWoven)).And.Not.Empty);
    }

    [Test]
    public void What_is_added_to_an_assembly_has_a_namespace_and_is_nobody_elses()
    {
        var (notWoven, woven) = s_shop.Value;
        var added = Added(notWoven, woven);
        Assert.That(added.Select(type => type.FullName), Is.EquivalentTo([
            "PooledAwait.Runtime.<PooledAwait>Dispatch", "Shop.FindHandler+<>c__PooledAwait", "Shop.FindHandler+<>c__StateObject0", "Shop.Handling.Controller+<PooledAwait>Dispatch",
            "Shop.OrderController+<>c__PooledAwait", "Shop.ShopTests+<>c__PooledAwait", "Shop.Store+<>c__PooledAwait", "Shop.TextHandler+<PooledAwait>Dispatch", "Shop.TextHandler+Hidden+<>c__PooledAwait"]));
        SeeThatNobodyMeets(added);
    }

    [Test]
    public void What_is_added_to_the_fixtures_has_a_namespace_and_is_nobody_elses([Values] bool optimised)
    {
        var shape = optimised ? Shape.Release : Shape.Debug;
        var added = Added(new LoadedAssembly(Fixtures.Compiled(shape)).Assembly, new LoadedAssembly(Weavers.WovenThroughout(shape).Result).Assembly);
        Assert.That(added, Has.Count.GreaterThan(50));
        SeeThatNobodyMeets(added);
    }

    [Test]
    public void What_is_added_to_assemblies_that_are_woven_together_has_a_namespace_and_is_nobody_elses()
    {
        using var parts = new Parts()
            .Add("Core", """
                using System.Threading.Tasks;
                namespace Shop;
                public interface IStore { Task<int> Find(int id); }
                public sealed class Store : IStore { public async Task<int> Find(int id) { await Task.Yield(); return id; } }
                """)
            .Add("App", "namespace Shop { using System.Threading.Tasks; public static class P { public static async Task<int> Call(IStore store) => await store.Find(1); } }");
        parts.WeaveTogether();
        var added = Added(parts.Load(Parts.NotWoven, "App"), parts.Load(Parts.Woven, "App"));
        Assert.That(added.Select(type => type.FullName), Is.EquivalentTo(["PooledAwait.Runtime.<PooledAwait>Dispatch", "System.Runtime.CompilerServices.IgnoresAccessChecksToAttribute"]));
        SeeThatNobodyMeets(added);
    }

    private static List<Type> Added(Assembly notWoven, Assembly woven) => [.. woven.GetTypes().Where(type => notWoven.GetType(type.FullName!) == null)];

    private static void SeeThatNobodyMeets(IEnumerable<Type> added) => Assert.Multiple(() =>
    {
        foreach (var type in added)
        {
            Assert.That(type.Namespace, Is.Not.Null.And.Not.Empty, $"{type}");
            Assert.That(type.IsVisible, Is.False, $"{type}");
            Assert.That(type.GetCustomAttribute<CompilerGeneratedAttribute>(), Is.Not.Null, $"{type}");
        }
    });

    private static IEnumerable<string> Registered(Action<Scrutor.ITypeSourceSelector> scan) =>
        new ServiceCollection().Scan(scan).Select(service => $"{service.ServiceType} {service.ImplementationType} {service.Lifetime}");

    private static IEnumerable<string> Names(ITest test) => test.Tests.SelectMany(Names).Prepend($"{test.FullName} {test.RunState} {test.TestCaseCount}");

    private static (Assembly NotWoven, Assembly Woven) Compile()
    {
        var nunit = typeof(TestAttribute).Assembly.Location;
        using var image = new MemoryStream();
        var result = CSharpCompilation.Create(
                CompiledAssembly.Name, [CSharpSyntaxTree.ParseText(Shop)], [.. References.MetadataOf(References.Current), MetadataReference.CreateFromFile(nunit)],
                new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release))
            .Emit(image, options: new EmitOptions(debugInformationFormat: DebugInformationFormat.Embedded));
        Assert.That(result.Success, string.Join("\n", result.Diagnostics));
        var compiled = new CompiledAssembly(Shape.Release, image.ToArray(), []);
        var woven = new WeavingRunner { References = [.. References.Of(References.Current), nunit] }.Weave(compiled).Result;
        return (new LoadedAssembly(compiled).Assembly, new LoadedAssembly(woven).Assembly);
    }
}
