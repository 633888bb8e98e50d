using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// If a class implements an interface again, a base class outside the program may have a method with the right name. .NET may then call this method, and not
/// the explicit implementation of a nearer base class.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class OutsideBasesTests
{
    private const string Slot = "Task FlushAsync(CancellationToken token)";
    private const string Explicit = "FlushAsync(CancellationToken token) { await Task.Yield(); Caller.Log += \"C\"; }";

    [TestCase($"interface I<T> {{ {Slot}; }}", "class D<T> : C, I<T> { }  class E : D<int> { }", "int", "")]
    [TestCase($"interface I<T> {{ {Slot}; }}", "class D<T> : C, I<T> { }  class E : D<int>, I<int> { }", "int", "")]
    [TestCase($"interface I<T> {{ {Slot}; }}", "class E : C, I<int> { }", "int", "C")]
    [TestCase($"interface I<T> {{ async {Slot} {{ await Task.Yield(); Caller.Log += \"I\"; }} }}", "class D<T> : C, I<T> { }  class E : D<int> { }", "int", "")]
    [TestCase($"interface I<T> {{ async {Slot} {{ await Task.Yield(); Caller.Log += \"I\"; }} }}", "class D<T> : C, I<T> { }  class E : D<int>, I<int> { }", "int", "")]
    [TestCase($"interface I<out T> {{ {Slot}; }}", "class D<T> : C, I<T> { }  class E : D<string> { }", "string", "")]
    public async Task May_have_what_is_called(string @interface, string classes, string argument, string expected)
    {
        var compiled = Compile(@interface, $"class C : MemoryStream, I<{argument}> {{ async Task I<{argument}>.{Explicit} }}  {classes}", argument, "FlushAsync(default)");

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo(expected));
        Assert.That(await CalledProgram.Call<Task<string>>(new WeavingRunner().Weave(compiled).Result), Is.EqualTo(expected));
        Assert.That(Found(compiled).Refusal?.Condition, Is.EqualTo(Condition.ImplementedAgain));
    }

    [Test]
    public async Task May_have_what_is_called_of_another_instance()
    {
        var compiled = Compile(
            $"interface I<out T> {{ {Slot}; }}",
            $"class C : MemoryStream, I<string> {{ async Task I<string>.{Explicit} }}  class D<T> : C, I<T> {{ }}  class B : D<string>, I<object> {{ async Task I<object>.{Explicit.Replace("C\"", "B\"")} }}  class E : B {{ }}",
            "object", "FlushAsync(default)");

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo(await CalledProgram.Call<Task<string>>(new WeavingRunner().Weave(compiled).Result)));
        Assert.That(Found(compiled).Refusal?.Condition, Is.Null.Or.EqualTo(Condition.VariantMethods));
    }

    [TestCase(false)]
    [TestCase(true)]
    public async Task Without_such_a_method_it_is_found(bool isBaseMissing)
    {
        var compiled = Compile(
            "interface I<T> { Task Get(); }", "class C : MemoryStream, I<int> { async Task I<int>.Get() { await Task.Yield(); Caller.Log += \"C\"; } }  class E : C, I<int> { }", "int", "Get()");

        Assert.That(await CalledProgram.Call<Task<string>>(new WeavingRunner().Weave(compiled).Result), Is.EqualTo("C"));
        var found = Found(compiled, module =>
        {
            if (isBaseMissing)
            {
                module.GetType("C").BaseType = new TypeReference("", "Base", module, new AssemblyNameReference("Missing", new Version(1, 0)));
            }
        });
        Assert.That(found.Value?.Method.DeclaringType.Name, Is.EqualTo(isBaseMissing ? null : "C"));
    }

    private static CompiledAssembly Compile(string @interface, string classes, string argument, string call) => Fixtures.Compile(Shape.Release, $$"""
        using System.IO;
        using System.Threading;
        using System.Threading.Tasks;

        public {{@interface}}
        {{string.Join("\n", classes.Split("  ").Select(one => $"public {one}"))}}
        public static class Caller
        {
            public static string Log;
            public static I<{{argument}}> Type;
            public static async Task<string> Call() { Log = ""; await Use(new E()); return Log; }
            private static async Task Use(I<{{argument}}> one) => await one.{{call}};
        }
        """);

    private static Recognised<Implementation> Found(CompiledAssembly compiled, Action<ModuleDefinition>? prepare = null)
    {
        using var resolver = new ReferenceResolver(References.Of(References.Current));
        using var module = ModuleDefinition.ReadModule(new MemoryStream(compiled.Image), new ReaderParameters { AssemblyResolver = resolver });
        prepare?.Invoke(module);
        var type = module.GetType("Caller").Fields.Single(field => field.Name == "Type").FieldType;
        return ImplementationSearch.Find(new WovenProgram(new MemberUses(module)), module.GetType("E"), new VirtualSlot(type.Resolve().Methods.Single(), type));
    }
}
