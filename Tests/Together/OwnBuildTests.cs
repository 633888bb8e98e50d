using Mono.Cecil;
using static Tests.Together.OwnBuildSources;

namespace Tests.Together;

/// <summary>A caller uses ValueTasks of another assembly. Each assembly is woven in its own build, without the other assembly's code.</summary>
[Thorough]
[Alone]
public sealed class OwnBuildTests
{
    private Parts _misusing = null!;
    private Parts _proper = null!;

    [OneTimeSetUp]
    public void Weave()
    {
        _misusing = InOwnBuilds(App);
        _proper = InOwnBuilds(ProperApp);
    }

    [OneTimeTearDown]
    public void Delete()
    {
        _misusing.Dispose();
        _proper.Dispose();
    }

    [TestCaseSource(typeof(OwnBuildSources), nameof(Misusing))]
    public void A_woven_caller_that_misuses_it_gets_what_it_always_got(string method)
    {
        Assert.That(() => Result(_misusing, Parts.NotWoven, method), Throws.InvalidOperationException, "the caller is not woven");
        Assert.That(Result(_misusing, Parts.Woven, method), Is.EqualTo(3));
    }

    [TestCaseSource(typeof(OwnBuildSources), nameof(Proper))]
    public void A_caller_that_uses_it_as_it_should_is_left_alone(string method)
    {
        Assert.That(Result(_proper, Parts.NotWoven, method), Is.EqualTo(3), "the caller is not woven");
        Assert.That(Result(_proper, Parts.Woven, method), Is.EqualTo(3));
    }

    [Test]
    public void A_task_is_made_only_where_a_pooled_ValueTask_comes_back() => Assert.Multiple(() =>
    {
        Assert.That(CallsOfOwnTask(_misusing), Has.One.Contains("::CostOfTwice(").And.One.Contains("::CostOfTwiceAtOnce(").And.One.Contains("::CostOfTwiceOverATask("));
        Assert.That(BytesPerCall("CostOfTwice") - BytesPerCall("CostOfOnce"), Is.EqualTo(104));
        Assert.That(BytesPerCall("CostOfTwiceAtOnce"), Is.Zero);
        Assert.That(BytesPerCall("CostOfTwiceOverATask"), Is.Zero);
    });

    [Test]
    public void No_call_of_a_caller_that_uses_it_as_it_should_gets_a_task() => Assert.That(CallsOfOwnTask(_proper), Is.Empty);

    [Test]
    public void Each_call_gets_a_task_once_however_often_it_is_woven()
    {
        var calls = CallsOfOwnTask(_misusing);
        Assert.That(calls, Is.Not.Empty);

        using var again = InOwnBuilds(App);
        again.TakeWoven("App");
        again.WeaveTogether("--assembly", "App");
        Assert.That(CallsOfOwnTask(again), Is.EqualTo(calls));

        again.WeaveTogether();
        Assert.That(CallsOfOwnTask(again), Is.EqualTo(calls));
    }

    [Test]
    public void What_an_earlier_weave_awaits_directly_gets_no_task()
    {
        using var parts = new Parts()
            .Add("Library", "public static class Counter { public static async System.Threading.Tasks.Task<int> CountAsync() { await System.Threading.Tasks.Task.Yield(); return 3; } }")
            .Add("App", """
                using System.Threading.Tasks;

                public static class Program
                {
                    public static async Task<int> Once() => await Counter.CountAsync();

                    public static async Task<int> Configured() => await Counter.CountAsync().ConfigureAwait(false);
                }
                """);
        parts.WeaveTogether();
        parts.TakeWoven("Library");
        parts.TakeWoven("App");
        Assert.That(CallsOf(parts, "DirectTask"), Has.Length.EqualTo(2));

        parts.WeaveTogether("--assembly", "App");
        Assert.That(CallsOf(parts, "DirectTask"), Has.Length.EqualTo(2));
        Assert.That(CallsOfOwnTask(parts), Is.Empty);
        Assert.That(Result(parts, Parts.Woven, "Once") + Result(parts, Parts.Woven, "Configured"), Is.EqualTo(6));
    }

    private static Parts InOwnBuilds(string app)
    {
        var parts = new Parts().Add("Library", Library).Add("App", app);
        parts.WeaveTogether("--assembly", "Library");
        parts.TakeWoven("Library");
        parts.WeaveTogether("--assembly", "App");
        return parts;
    }

    private double BytesPerCall(string method) => AllocatedBytes.PerCall(_misusing.Method<Action>(Parts.Woven, "Program", method));

    private static int Result(Parts parts, string folder, string method) => parts.Method<Func<Task<int>>>(folder, "Program", method)().GetAwaiter().GetResult();

    private static string[] CallsOfOwnTask(Parts parts) => CallsOf(parts, "OwnTask");

    private static string[] CallsOf(Parts parts, string calledType)
    {
        using var module = ModuleDefinition.ReadModule(parts.PathOf(Parts.Woven, "App.dll"));
        return
        [
            .. from type in module.GetTypes()
               from method in type.Methods
               where method.HasBody
               from instruction in method.Body.Instructions
               where instruction.Operand is MethodReference { DeclaringType: var declaring } && declaring.Name == calledType
               select method.FullName,
        ];
    }
}
