using System.Reflection;
using System.Runtime.Loader;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// A library, woven or not. Other assemblies, and types that are created at run time, override and implement the library's members. All assemblies are loaded
/// into the load context of the tests, because proxies are created in that context.
/// </summary>
internal sealed class OpenWorld
{
    private const string Library = """
        using System;
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        [assembly: InternalsVisibleTo("DynamicProxyGenAssembly2")]

        public interface ILoader { Task<int> Load(int value); }
        public interface ILoader<T> { Task<T> Load(T value); }
        internal interface IInternal { Task<int> Load(int value); }

        public class Loader : ILoader, ILoader<string>, IInternal
        {
            public virtual async Task<int> Load(int value) { await Task.Yield(); return 5000 + value; }
            public virtual async Task<string> Load(string value) { await Task.Yield(); return value; }
            internal virtual async Task<int> LoadInternally(int value) { await Task.Yield(); return 6000 + value; }
            protected virtual async Task<int> LoadProtected(int value) { await Task.Yield(); return 7000 + value; }
            public async Task<int> OfItself(int value) => await LoadProtected(value);
        }

        public class Heir : Loader { }

        public class Decorator : ILoader
        {
            private readonly ILoader _inner;
            public Decorator(ILoader inner) => _inner = inner;
            public async Task<int> Load(int value) => 1 + await _inner.Load(value);
        }

        public static class Callers
        {
            public static async Task<object> OfTheClass(Loader loader, int value) => await loader.Load(value);
            public static async Task<object> OfTheInterface(object loader, int value) => await ((ILoader)loader).Load(value).ConfigureAwait(false);
            public static async Task<object> OfTheGenericInterface(object loader, int value) => await ((ILoader<string>)loader).Load($"{value}");
            public static async Task<object> OfTheInternalInterface(object loader, int value) => await ((IInternal)loader).Load(value);
            public static async Task<object> OfAnInternalMethod(Loader loader, int value) => await loader.LoadInternally(value);
            public static async Task<object> OfAProtectedMethod(Loader loader, int value) => await loader.OfItself(value);
            public static async Task<object> OfADecorator(object loader, int value) => await new Decorator((ILoader)loader).Load(value);
            public static async Task<object> OfAForwarder(object loader, int value) => await Forward((ILoader)loader, value);
            private static Task<int> Forward(ILoader loader, int value) => loader.Load(value);
        }
        """;

    private static readonly Lazy<OpenWorld> s_woven = new(() => new OpenWorld(isWoven: true));
    private static readonly Lazy<OpenWorld> s_notWoven = new(() => new OpenWorld(isWoven: false));
    private readonly byte[] _image;

    private OpenWorld(bool isWoven)
    {
        var name = $"{nameof(OpenWorld)}{(isWoven ? "Woven" : "NotWoven")}";
        var runner = new WeavingRunner { Weaver = isWoven ? Weavers.Create : () => new NoWeaver(), Prepare = module => module.Assembly.Name.Name = name };
        _image = runner.Weave(Fixtures.Compile(Shape.Release, Library)).Result.Image;
        Assembly = AssemblyLoadContext.Default.LoadFromStream(new MemoryStream(_image));
    }

    public Assembly Assembly { get; }

    public static OpenWorld Of(bool isWoven) => (isWoven ? s_woven : s_notWoven).Value;

    /// <summary>Compiles an assembly against the library, and loads it.</summary>
    public Assembly Compile(string source)
    {
        var compilation = CSharpCompilation.Create(
            $"{Assembly.GetName().Name}.{TestContext.CurrentContext.Test.ID}",
            [CSharpSyntaxTree.ParseText(source)],
            [.. References.MetadataOf(References.Current), MetadataReference.CreateFromImage(_image)],
            new CSharpCompilationOptions(OutputKind.DynamicallyLinkedLibrary, optimizationLevel: OptimizationLevel.Release));
        var image = new MemoryStream();
        Assert.That(compilation.Emit(image).Diagnostics.Where(diagnostic => diagnostic.Severity >= DiagnosticSeverity.Warning), Is.Empty);
        image.Position = 0;
        return AssemblyLoadContext.Default.LoadFromStream(image);
    }

    public Type Type(string name) => Assembly.GetType(name, throwOnError: true)!;

    public object New(string name) => Activator.CreateInstance(Type(name))!;

    /// <summary>
    /// Runs the caller of this name (a method of the library) on the object. The caller awaits a call on the object, and returns the result of the call.
    /// </summary>
    public string Call(string caller, object loader, int value) =>
        $"{((Task<object>)Type("Callers").GetMethod(caller)!.Invoke(null, [loader, value])!).GetAwaiter().GetResult()}";

    /// <summary>Returns the names of all callers that can await a call on this object.</summary>
    public IReadOnlyList<string> CallersOf(object loader) =>
    [
        .. from method in Type("Callers").GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly)
           where method.GetParameters()[0].ParameterType.IsInstanceOfType(loader)
           where InterfaceOf(method.Name)?.IsInstanceOfType(loader) ?? true
           select method.Name,
    ];

    private Type? InterfaceOf(string caller) => caller switch
    {
        "OfTheInterface" or "OfADecorator" or "OfAForwarder" => Type("ILoader"),
        "OfTheGenericInterface" => Type("ILoader`1").MakeGenericType(typeof(string)),
        "OfTheInternalInterface" => Type("IInternal"),
        _ => null,
    };
}
