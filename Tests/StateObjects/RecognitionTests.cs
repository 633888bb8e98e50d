using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

[Parallelizable(ParallelScope.Self)]
public class RecognitionTests
{
    private const string LeftAlone = $"{CompiledAssembly.Name}.LeftAlone.ContinueWithDelegates";
    private static readonly Shape[] s_current = [Shape.Release, Shape.Debug];

    private const string Closures = $"{CompiledAssembly.Name}.Valid.ContinueWithClosures";

    [TestCase("NoCapture(", "nothing-captured")]
    [TestCase("StaticLambda(", "nothing-captured")]
    [TestCase("Generic<T>(", "nothing-captured")]
    [TestCase("Variable(", "delegate-from-elsewhere")]
    [TestCase("Parameter(", "delegate-from-elsewhere")]
    [TestCase("Chosen(", "several-delegates")]
    [TestCase("Coalesced(", "several-delegates")]
    [TestCase("Kept(", "delegate-kept")]
    [TestCase("CachedInClosure(", "cached-in-closure")]
    [TestCase("PassesState(", "passes-state")]
    [TestCase("Derived.Continue(", "base-method")]
    [TestCase("Derived.Wider(", "unknown-delegate")]
    [TestCase("InAFilter(", "in-filter")]
    [TestCase("AwaitedArgument(", "delegate-from-elsewhere")]
    [TestCase("Null(", "delegate-from-elsewhere")]
    public void Leaves_alone_and_says_why(string method, string reason)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in Shape.All)
            {
                Assert.That(Decisions(shape, method), Is.EqualTo(new[] { reason }), $"{shape}");
            }
        });
    }

    [TestCase("Unwraps(", "unwraps")]
    [TestCase("UnwrapsNoResult(", "unwraps")]
    [TestCase("NothingCaptured(", "nothing-captured")]
    [TestCase("NeitherCaptures(", "nothing-captured")]
    [TestCase("Value(", "no-state-overload")]
    [TestCase("PassesState(", "passes-state", "passes-state")]
    [TestCase("DifferentObjects(", "different-objects", "different-objects")]
    [TestCase("CapturesTask(", "captures-task", "captures-task")]
    [TestCase("FromElsewhere(", "delegate-from-elsewhere")]
    public void Leaves_other_methods_delegates_alone_and_says_why(string method, params string[] reasons)
    {
        const string Others = $"{CompiledAssembly.Name}.LeftAlone.StateObjectsDelegates";
        Assert.Multiple(() =>
        {
            foreach (var shape in new[] { Shape.Release, Shape.Debug })
            {
                var decisions = CallDecisions.All.In(shape, Others).Where(decision => decision.Method.StartsWith(method)).Select(decision => decision.Decision);
                Assert.That(decisions, Is.EqualTo(reasons), $"{shape}");
            }
        });
    }

    [Test]
    public void Changes_every_call_of_every_known_method([ValueSource(nameof(s_current))] Shape shape)
    {
        // One waits for tasks however they end, one passes a method of an object of another instance of its class, and two pass lambdas to a method that has a try block.
        string[] others = ["They_end_as_before(", "Heir<T>.Others(", "Get_or_add_throws_what_it_did(", "Run_when_the_source_is_cancelled("];
        var all = (
            from fixture in CallDecisions.All.Fixtures("Valid").Where(name => name.StartsWith("StateObjects"))
            from decision in CallDecisions.All.In(shape, $"{CompiledAssembly.Name}.Valid.{fixture}")
            select (Fixture: fixture, decision.Method, decision.Decision)).ToList();
        var left =
            from decision in all
            where decision.Decision != "cached-in-closure" && !decision.Method.Contains("ByHand(") && !decision.Decision.EndsWith("as its state.") && !decision.Decision.EndsWith("there is no closure object.") && !others.Any(decision.Method.StartsWith)
            select $"{decision.Fixture}.{decision.Method}: {decision.Decision}";
        Assert.That(all, Has.Count.GreaterThan(150));
        Assert.That(left, Is.Empty);
    }

    [Test]
    public void Says_of_every_delegate_of_a_user_s_own_where_it_comes_from([ValueSource(typeof(Extent), nameof(Extent.Shapes))] Shape shape) =>
        Assert.That(
            Decisions(shape, "Stay("),
            Is.EquivalentTo(new[] { "nothing-captured", "unknown-delegate", "delegate-from-elsewhere", "delegate-from-elsewhere" }));

    [Test]
    public void Changes_nothing_in_what_it_leaves_alone([ValueSource(typeof(Extent), nameof(Extent.Shapes))] Shape shape) =>
        Assert.That(IlText.Changed(Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, LeftAlone), Is.Empty);

    [Test]
    public void Takes_away_every_closure_that_is_not_needed([ValueSource(typeof(Extent), nameof(Extent.Shapes))] Shape shape)
    {
        var kept = CallDecisions.All.In(shape, Closures).Where(decision => decision.Decision.Contains("the delegate's object"));
        Assert.That(kept.Select(decision => decision.Method.Split('(')[0]), Is.EquivalentTo(new[] { "In_loops_have_a_variable_each" }));
    }

    [Test]
    public void A_second_weave_changes_nothing([ValueSource(typeof(Extent), nameof(Extent.Shapes))] Shape shape)
    {
        var once = CallDecisions.All.Woven(shape).Result;
        var (twice, decisions) = CallDecisions.All.Weave(once);
        Assert.Multiple(() =>
        {
            Assert.That(CallDecisions.All.Report(shape), Does.Contain("Changed, StateObjects: "));
            Assert.That(decisions.Report, Does.Contain("Left alone, ").And.Not.Contain("Changed, StateObjects: "));
            Assert.That(IlText.Changed(once, twice.Result), Is.Empty);
        });
    }

    [Test]
    public void Leaves_delegates_of_an_object_that_may_be_null()
    {
        var (_, decisions) = CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, """
            using System.Collections.Concurrent;

            public class C
            {
                private static string Own(ConcurrentDictionary<string, string> all, C own) => all.AddOrUpdate("k", own.Add, own.Update);
                private string Add(string key) => key;
                private string Update(string key, string value) => key + value;
            }
            """));
        Assert.That(CallDecisions.All.Of(decisions, "C").Select(decision => decision.Decision), Is.EqualTo(new[] { "different-objects" }));
    }

    private static IEnumerable<string> Decisions(Shape shape, string method) =>
        CallDecisions.All.In(shape, LeftAlone).Where(decision => decision.Method.StartsWith(method)).Select(decision => decision.Decision);

    [Test]
    public void Takes_no_class_of_the_user_s_for_the_compiler_s()
    {
        var (woven, decisions) = CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, """
            using System;
            using System.Collections.Concurrent;
            using System.Runtime.CompilerServices;

            public static class C
            {
                public static string Update(ConcurrentDictionary<string, string> all, string x) =>
                    all.AddOrUpdate("k", Settings.Add ??= new Func<string, string>(Settings.Own), (k, old) => old + x);

                public static string Add(ConcurrentDictionary<string, string> all, string x)
                {
                    var own = new Closure();
                    own.Text = x;
                    return all.GetOrAdd("k", own.Make);
                }

                [CompilerGenerated]
                public sealed class Closure
                {
                    public string Text;
                    public string Make(string key) => key + Text;
                }
            }

            [CompilerGenerated]
            public static class Settings
            {
                public static Func<string, string> Add;
                public static string Own(string key) => key;
            }
            """));
        Assert.Multiple(() =>
        {
            Assert.That(CallDecisions.All.Of(decisions, "C").Select(decision => decision.Decision), Is.EquivalentTo(new[] { "GetOrAdd passes the delegate's object as its state.", "unknown-delegate" }));
            Assert.That(new LoadedAssembly(woven.Result).Assembly.GetType("C+Closure")!.GetMethod("Make")!.IsStatic, Is.False);
        });
    }
}
