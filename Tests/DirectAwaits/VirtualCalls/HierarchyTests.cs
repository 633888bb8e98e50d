using System.Reflection;
using Mono.Cecil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// Tests calls through variant interfaces on random classes. The weaver's search for implementations must find the methods that the runtime calls. Woven calls
/// must reach the same methods.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class HierarchyTests
{
    private const int Count = 60;

    [Test]
    public void The_search_finds_what_real_calls_reach([Values(0, 1)] int seed)
    {
        foreach (var one in Seeds(seed))
        {
            var compiled = Fixtures.Compile(Shape.Release, Program(one));
            var assembly = new LoadedAssembly(compiled).Assembly;
            var called = Calls(assembly);
            using var module = compiled.Read();
            var found = Found(module, assembly);
            var known = found.Where(pair => pair.Value.Found != null).ToList();
            Assert.Multiple(() =>
            {
                Assert.That(
                    from pair in known
                    let method = pair.Value.Found!
                    where method.MetadataToken != pair.Value.Mapped.MetadataToken
                    select $"{pair.Key}: {Named(method)}, not {Named(pair.Value.Mapped)}",
                    Is.Empty, $"seed {one}");

                // If a base's method is not virtual, the compiler may add to the derived class a method that calls the base's method. An added method has no
                // number.
                Assert.That(
                    from pair in known
                    let number = NumberOf(pair.Value.Found!)
                    where number != null && number != called[pair.Key]
                    select $"{pair.Key}: {Named(pair.Value.Found!)}, not {called[pair.Key]}",
                    Is.Empty, $"seed {one}");

                // For some calls, the search finds no method. The object may implement the interface with several fitting type arguments, which lead to
                // different methods. Or the call may reach the interface's own method.
                Assert.That(known, Has.Count.GreaterThan(found.Count * 8 / 10).And.Count.GreaterThan(300));
            });
        }
    }

    [Test]
    public void Real_calls_reach_the_same_woven([Values(0, 1)] int seed)
    {
        foreach (var one in Seeds(seed))
        {
            var compiled = Fixtures.Compile(Shape.Release, Program(one));
            var woven = new WeavingRunner().Weave(compiled).Result;
            Assert.That(woven.Image, Is.Not.EqualTo(compiled.Image));
            Assert.That(Lines(Calls(new LoadedAssembly(woven).Assembly)), Is.EqualTo(Lines(Calls(new LoadedAssembly(compiled).Assembly))), $"seed {one}");
        }
    }

    private static IEnumerable<int> Seeds(int first) => Enumerable.Range(0, Extent.IsWhole ? 20 : 1).Select(i => first + 10 * i);

    private static string Program(int seed) => string.Join(
        "\n", Hierarchies.Of(seed, Count).SelectMany(classes => classes).Prepend(Hierarchies.Interfaces).Append(Hierarchies.Callers));

    /// <summary>
    /// For each call, creates an object of each class that the call's parameter accepts, and makes the call on the object. Returns the results.
    /// </summary>
    private static Dictionary<string, string> Calls(Assembly assembly)
    {
        var methods = assembly.GetType("Callers", throwOnError: true)!.GetMethods(BindingFlags.Public | BindingFlags.Static | BindingFlags.DeclaredOnly);
        var calls = new Dictionary<string, string>();
        foreach (var type in assembly.GetTypes().Where(IsClass))
        {
            var one = Activator.CreateInstance(type)!;
            foreach (var method in methods.Where(method => method.GetParameters()[0].ParameterType.IsInstanceOfType(one)))
            {
                calls.Add(KeyOf(type.Name, method.Name, $"{method.GetParameters()[0].ParameterType}"), Call(method, one));
            }
        }

        return calls;
    }

    private static string Call(MethodInfo method, object one)
    {
        try
        {
            return $"{((Task<int>)method.Invoke(null, BindingFlags.DoNotWrapExceptions, null, [one], null)!).GetAwaiter().GetResult()}";
        }
        catch (System.Runtime.AmbiguousImplementationException exception)
        {
            return exception.GetType().Name;
        }
    }

    /// <summary>
    /// Returns two methods for each call: the one that the search finds, and the one in the runtime's interface map. Considers only calls from non-generic
    /// code, on objects of classes that implement the called interface with exactly the same type arguments.
    /// </summary>
    private static Dictionary<string, (MethodBase? Found, MethodBase Mapped)> Found(ModuleDefinition module, Assembly assembly)
    {
        var program = new WovenProgram(new MemberUses(module));
        var found = new Dictionary<string, (MethodBase?, MethodBase)>();
        var callers = module.GetType("Callers").Methods.Where(method => !method.Name.StartsWith("Generic", StringComparison.Ordinal)).ToList();
        foreach (var type in assembly.GetTypes().Where(IsClass))
        {
            foreach (var caller in callers)
            {
                var called = assembly.ManifestModule.ResolveMethod(caller.MetadataToken.ToInt32())!.GetParameters()[0].ParameterType;
                var instance = caller.Parameters[0].ParameterType;
                var slot = new VirtualSlot(instance.Resolve().Methods.Single(method => method.Name == caller.Name), instance);
                var name = ReceiverName.Of(program, module.GetType(type.FullName), slot).Value;
                Assert.That(name != null, Is.EqualTo(type.GetInterfaces().Contains(called)));
                if (name == null)
                {
                    continue;
                }

                var map = type.GetInterfaceMap(called);
                var mapped = map.TargetMethods[Array.FindIndex(map.InterfaceMethods, one => one.Name == caller.Name)];
                var method = ImplementationSearch.Find(program, name.Type, name.Slot).Value?.Method;
                found.Add(
                    KeyOf(type.Name, caller.Name, $"{called}"), (method == null ? null : assembly.ManifestModule.ResolveMethod(method.MetadataToken.ToInt32()), mapped));
            }
        }

        return found;
    }

    private static IEnumerable<string> Lines(Dictionary<string, string> calls) => calls.Select(pair => $"{pair.Key}: {pair.Value}");

    private static bool IsClass(Type type) => type is { IsAbstract: false, ContainsGenericParameters: false, IsNested: false } && type.Name.StartsWith('C') && type.Name.Contains('_');

    private static string KeyOf(string type, string method, string instance) => $"{type}, {method} of {instance}";

    private static string Named(MethodBase method) => $"{method.DeclaringType}.{method}, {NumberOf(method)}";

    private static string? NumberOf(MethodBase method) => method.GetCustomAttribute<System.ComponentModel.DescriptionAttribute>()?.Description;
}
