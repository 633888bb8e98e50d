using System.Linq.Expressions;
using System.Reflection;
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
        var call = Call(loaded.Assembly.GetType($"{CompiledAssembly.Name}.Valid.ContinueWithCosts", throwOnError: true)!.GetMethod(name)!);
        return AllocatedBytes.LeastOf(5, () => Measure(call));
    }

    /// <summary>Measures the bytes of a call. The antecedents are pending, so that no continuation runs during the measurement.</summary>
    private static long Measure(Action<Task<int>> call)
    {
        var antecedents = Enumerable.Range(0, Calls + 1).Select(_ => new TaskCompletionSource<int>().Task).ToArray();
        call(antecedents[Calls]);
        return AllocatedBytes.During(() =>
        {
            for (var i = 0; i < Calls; i++)
            {
                call(antecedents[i]);
            }
        }) / Calls;
    }

    /// <summary>Compiles a call of the fixture's method, whatever parameters the method has after the antecedent.</summary>
    private static Action<Task<int>> Call(MethodInfo method)
    {
        var antecedent = Expression.Parameter(typeof(Task<int>));
        var others = method.GetParameters().Skip(1).Select(parameter => New(parameter.ParameterType));
        var call = Expression.Call(method.IsStatic ? null : New(method.DeclaringType!), method, others.Prepend<Expression>(antecedent));
        return Expression.Lambda<Action<Task<int>>>(call, antecedent).Compile();
    }

    private static ConstantExpression New(Type type) => Expression.Constant(type == typeof(string) ? "text" : Activator.CreateInstance(type));
}
