using System.Linq.Expressions;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>
/// Measures one call of each method whose calls the rewrite changes. Each call is measured not woven, woven, and written by hand with a state.
/// </summary>
/// <remarks>
/// Code that is not woven has two figures, the least and the most. These figures differ only for the dictionary's methods, because .NET 10 allocates a delegate
/// on the stack if it inlines the method that takes the delegate. .NET 8 and 9 allocate the larger number of bytes.
/// </remarks>
[Alone]
public class CostTests
{
    [TestCase("GetOrAddThis", 0, 64, 0)]
    [TestCase("GetOrAddOne", 24, 88, 0)]
    [TestCase("GetOrAddTwo", 32, 96, 0)]
    [TestCase("GetOrAddKey", 24, 88, 0)]
    [TestCase("UpdateBoth", 32, 160, 0)]
    [TestCase("UpdateOne", 24, 88, 0)]
    [TestCase("RegisterThis", 64, 64, 0)]
    [TestCase("Register", 88, 88, 0)]
    [TestCase("RegisterTwo", 96, 96, 32)]
    [TestCase("StartOne", 152, 152, 64)]
    [TestCase("StartTwo", 160, 160, 96)]
    [TestCase("RunThis", 128, 128, 64)]
    [TestCase("RunOne", 152, 152, 64)]
    [TestCase("RunTwo", 160, 160, 96)]
    [TestCase("Queue", 120, 120, 32)]
    [TestCase("QueueTwo", 128, 128, 40)]
    [TestCase("OwnThis", 64, 64, 0)]
    [TestCase("OwnOne", 88, 88, 0)]
    [TestCase("OwnTwo", 96, 96, 0)]
    public void Allocates_as_much_as_by_hand(string method, int least, int most, int after)
    {
        var woven = Weavers.WovenThroughout(Shape.Release).Result;
        Assert.Multiple(() =>
        {
            Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method), Is.InRange(least, most), "not woven");
            Assert.That(BytesPerCall(woven, method + "ByHand"), Is.EqualTo(after), "by hand");
            Assert.That(BytesPerCall(woven, method), Is.EqualTo(after), "woven");

            // The JIT may avoid the delegate even without weaving, so the bytes alone do not show that the call is woven.
            Assert.That(
                IlText.Members(woven, $"{CompiledAssembly.Name}.Valid.StateObjectsCosts").Single(member => member.Key.Contains($" {method} (")).Text,
                Does.Contain("/'<>c__StateObject"));
        });
    }

    /// <summary>In .NET Standard 2.0, the dictionary and the thread pool lack the overloads with a state that woven calls would use.</summary>
    [TestCase("Register", 0)]
    [TestCase("StartOne", 64)]
    [TestCase("RunOne", 64)]
    [TestCase("OwnOne", 0)]
    [TestCase("OwnTwo", 0)]
    public void Allocates_as_much_as_the_framework_allows(string method, int expected) =>
        Assert.That(BytesPerCall(Weavers.WovenThroughout(Shape.StandardRelease).Result, method), Is.EqualTo(expected));

    // Rounds down to whole bytes, because what the first call allocates adds a fraction of a byte to each call.
    private static long BytesPerCall(CompiledAssembly assembly, string name) => (long)AllocatedBytes.PerCall(Call(new LoadedAssembly(assembly), name), calls: 2_000, runs: 8);

    private static Action Call(LoadedAssembly loaded, string name)
    {
        var type = loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.StateObjectsCosts", throwOnError: true)!;
        var instance = Activator.CreateInstance(type)!;
        var method = type.GetMethod(name)!;
        var arguments = method.GetParameters().Select(parameter => Expression.Constant(
            parameter.ParameterType == type ? instance : parameter.ParameterType == typeof(int) ? 5 : "key",
            parameter.ParameterType));
        return Expression.Lambda<Action>(Expression.Call(method.IsStatic ? null : Expression.Constant(instance), method, arguments)).Compile();
    }
}
