using System.Reflection;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

[Alone]
public class AllocationTests
{
    private const int Calls = 2_000;

    [TestCase("This", 176, 112)]
    [TestCase("ThisWithResult", 184, 120)]
    [TestCase("OneReference", 200, 112)]
    [TestCase("TwoReferences", 208, 144)]
    [TestCase("ResultOrZero", 304, 208)]
    public void Allocates_as_much_as_by_hand(string method, int before, int after)
    {
        var notWoven = new LoadedAssembly(Fixtures.Compiled(Shape.Release));
        var woven = new LoadedAssembly(Weavers.Woven(Shape.Release).Result);
        var standard = new LoadedAssembly(Weavers.Woven(Shape.StandardRelease).Result);
        Assert.Multiple(() =>
        {
            Assert.That(BytesPerCall(notWoven, method), Is.EqualTo(before), "not woven");
            Assert.That(BytesPerCall(woven, method + "ByHand"), Is.EqualTo(after), "by hand");
            Assert.That(BytesPerCall(woven, method), Is.EqualTo(after), "woven");
            Assert.That(BytesPerCall(standard, method), Is.EqualTo(after), "woven for netstandard2.0");
        });
    }

    [Test]
    public void Logging_of_faults_allocates_as_much_as_by_hand()
    {
        var woven = new LoadedAssembly(Weavers.Woven(Shape.Release).Result);
        Assert.That(BytesPerCall(woven, "LogFaults"), Is.EqualTo(BytesPerCall(woven, "LogFaultsByHand")));
    }

    private static long BytesPerCall(LoadedAssembly loaded, string name)
    {
        var caller = Caller.Of(loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.ContinueWithCosts", throwOnError: true)!.GetMethod(name)!);
        return AllocatedBytes.LeastOf(5, () => Measure(caller));
    }

    /// <summary>The antecedents are pending, so that nothing runs during the measurement.</summary>
    private static long Measure(Caller caller)
    {
        var antecedents = Enumerable.Range(0, Calls + 1).Select(_ => new TaskCompletionSource<int>().Task).ToArray();
        caller.Call(antecedents[Calls]);
        return AllocatedBytes.During(() =>
        {
            for (var i = 0; i < Calls; i++)
            {
                caller.Call(antecedents[i]);
            }
        }) / Calls;
    }

    /// <summary>Calls a method of the fixture as compiled code would, whatever parameters come after the antecedent.</summary>
    private abstract class Caller
    {
        public static Caller Of(MethodInfo method)
        {
            var others = method.GetParameters().Skip(1).Select(parameter => parameter.ParameterType).ToArray();
            var type =
                !method.IsStatic ? typeof(OnObject<>).MakeGenericType(method.DeclaringType!)
                : others.Length == 0 ? typeof(OfAntecedent)
                : others.Length == 1 ? typeof(OfOne<>).MakeGenericType(others)
                : typeof(OfTwo<,>).MakeGenericType(others);
            return (Caller)Activator.CreateInstance(type, method)!;
        }

        public abstract Task Call(Task<int> antecedent);

        protected static object Create(Type type) => type == typeof(string) ? "text" : Activator.CreateInstance(type)!;
    }

    private sealed class OnObject<T>(MethodInfo method) : Caller
    {
        private readonly Func<Task, Task> _call = method.CreateDelegate<Func<Task, Task>>(Create(typeof(T)));

        public override Task Call(Task<int> antecedent) => _call(antecedent);
    }

    private sealed class OfAntecedent(MethodInfo method) : Caller
    {
        private readonly Func<Task<int>, Task> _call = method.CreateDelegate<Func<Task<int>, Task>>();

        public override Task Call(Task<int> antecedent) => _call(antecedent);
    }

    private sealed class OfOne<T>(MethodInfo method) : Caller
    {
        private readonly Func<Task, T, Task> _call = method.CreateDelegate<Func<Task, T, Task>>();
        private readonly T _argument = (T)Create(typeof(T));

        public override Task Call(Task<int> antecedent) => _call(antecedent, _argument);
    }

    private sealed class OfTwo<TFirst, TSecond>(MethodInfo method) : Caller
    {
        private readonly Func<Task, TFirst, TSecond, Task> _call = method.CreateDelegate<Func<Task, TFirst, TSecond, Task>>();
        private readonly TFirst _first = (TFirst)Create(typeof(TFirst));
        private readonly TSecond _second = (TSecond)Create(typeof(TSecond));

        public override Task Call(Task<int> antecedent) => _call(antecedent, _first, _second);
    }
}
