using Tests.Compilation;
using static Tests.Builders.Callers;

namespace Tests.Builders;

/// <summary>If some callers of a method use its ValueTask properly, the calls that misuse the ValueTask get their own tasks.</summary>
[Parallelizable(ParallelScope.Self)]
public class MisusedCallsTests
{
    private const string Proper = "static async Task<int> Once() => await M(); ";
    private const string Given = "given-a-task";

    [TestCase("static async Task Caller() { var v = M(); await v; await v; }", "consumed-twice")]
    [TestCase("static int Caller() { var v = M(); return v.Result + v.Result; }", "consumed-twice")]
    [TestCase("static bool Caller() { var v = M(); v.AsTask(); return v.IsCompleted; }", "asked-after-consumption")]
    [TestCase("static void Caller() { s_field = M(); }", "stored")]
    [TestCase("static void Caller() { Use((object)M()); }", "stored")]
    [TestCase("static void Caller() { _ = new[] { M(), M() }; }", "stored")]
    [TestCase("static void Caller() { new List<ValueTask<int>>().Add(M()); }", "passed-on")]
    public void A_caller_that_misuses_it_gets_a_task(string caller, string misuse)
    {
        foreach (var shape in new[] { Shape.Release, Shape.Debug })
        {
            var decisions = Rewritten.Decisions(shape, Source(Proper + caller)).Where(decision => decision.Misuse != null || decision.Method.Name == "M").ToList();

            Assert.That(decisions.Select(decision => (decision.Method.Name, decision.Reason?.Id)), Does.Contain(("M", (string?)null)).And.Contain(("Caller", Given)));
            Assert.That(decisions.Where(decision => decision.Misuse != null).Select(decision => decision.Detail), Has.All.EqualTo($"It calls M ({misuse})."));
        }
    }

    [TestCase("interface I { ValueTask<int> M(); } class A : I { public async ValueTask<int> M() { await Task.Yield(); return 1; } }", "I i")]
    [TestCase("class I { public virtual async ValueTask<int> M() { await Task.Yield(); return 1; } } class A : I { public override async ValueTask<int> M() { await Task.Yield(); return 1; } }", "I i")]
    [TestCase("class I<T> { public async ValueTask<T> M() { await Task.Yield(); return default; } }", "I<string> i")]
    [TestCase("class I { public async ValueTask<T> M<T>() { await Task.Yield(); return default; } }", "I i", "<string>")]
    [TestCase("class I { public async ValueTask M() { await Task.Yield(); } }", "I i")]
    [TestCase("class I { public delegate ValueTask<int> D(); public static D Make() => async () => { await Task.Yield(); return 1; }; }", "I.D M", "", "")]
    public void Through_whatever_it_is_called(string types, string parameter, string arguments = "", string receiver = "i.")
    {
        var source = $$"""
            using System; using System.Threading.Tasks;
            {{types}}
            static class C
            {
                static async Task Once({{parameter}}) => await {{receiver}}M{{arguments}}();
                static async Task Caller({{parameter}}) { var v = {{receiver}}M{{arguments}}(); await v; await v; }
            }
            """;
        var decisions = Rewritten.ByMethod(Shape.Release, source);

        Assert.That(decisions.Where(decision => decision.Key is not "Once" and not "Caller").Select(decision => decision.Value), Has.All.EqualTo(Pooled).And.Not.Empty);
        Assert.That(decisions["Caller"], Does.Contain(Given));
        Assert.That(decisions["Once"], Does.Not.Contain(Given));
    }

    [TestCase("static void Caller() { Func<ValueTask<int>> f = M; _ = new Lazy<ValueTask<int>>(f); }", "passed-on", TestName = "Code_that_is_not_seen_calls_it")]
    [TestCase("static void Caller() { System.Linq.Expressions.Expression<Func<ValueTask<int>>> f = () => M(); }", "passed-on", TestName = "An_expression_calls_it")]
    [TestCase("static unsafe delegate*<ValueTask<int>> Caller() => &M;", "passed-on", TestName = "A_function_pointer_calls_it")]
    [TestCase("static ConfiguredValueTaskAwaitable<int> F() => M().ConfigureAwait(false); static void Caller() { var c = F(); c.GetAwaiter().GetResult(); c.GetAwaiter().GetResult(); }", "consumed-twice", TestName = "What_it_gets_is_no_ValueTask")]
    [TestCase("static void Caller() { try { Use(); } catch (Exception) when (new List<ValueTask<int>> { M() }.Count > 1) { } }", "passed-on", TestName = "It_is_an_exception_filter")]
    [TestCase("[PooledAwait.PooledAwaitIgnore] static void Caller() { s_field = M(); }", "stored", TestName = "The_caller_is_ignored")]
    [TestCase("[PooledAwait.PooledAwait(Builders = PooledAwait.PooledBuilders.None)] static void Caller() { s_field = M(); }", "stored", TestName = "Builders_are_switched_off_for_the_caller")]
    [TestCase("static void Caller() { s_field = M(); }", "stored", false, TestName = "There_is_no_other_caller")]
    public void The_method_keeps_its_builder_where(string caller, string expected, bool hasProper = true) =>
        AssertDecision((hasProper ? Proper : "") + caller, expected, Shape.Release);

    [Test]
    public void A_call_that_has_a_task_gets_no_other()
    {
        var decisions = Rewritten.ByMethod(
            Shape.Release,
            Source(Proper + "static async Task Caller() { var v = PooledAwait.Runtime.OwnTask.Of(M()); await v; await v; }"));

        Assert.That(decisions["M"], Is.EqualTo(Pooled));
        Assert.That(decisions["Caller"], Does.Not.Contain(Given));
    }
}
