using Microsoft.CodeAnalysis.CSharp;
using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

[Parallelizable(ParallelScope.Self)]
public class RecognitionTests
{
    private const string LeftAlone = $"{CompiledAssembly.Name}.LeftAlone.WhenAnyOthers";
    private const string Costs = $"{CompiledAssembly.Name}.Valid.WhenAnyCosts";

    // Shapes with all fixtures, and shapes with this rewrite's own fixtures.
    private static readonly Shape[] s_some =
        [.. Extent.FewShapes, .. Extent.IsWhole ? Shape.OfWhenAny : [CallDecisions.Own(Shape.StandardDebug), Shape.OfWhenAny[0], Shape.OfWhenAny[^1]]];

    [TestCase("Two(", "two-tasks")]
    [TestCase("One(", "other-number-of-tasks")]
    [TestCase("Five(", "other-number-of-tasks")]
    [TestCase("OfAList(", "enumerable")]
    [TestCase("OfASequence(", "enumerable")]
    [TestCase("ADelegate(", "delegate-of-when-any")]
    [TestCase("AGenericDelegate(", "delegate-of-when-any")]
    [TestCase("SwitchedOff(", "switched-off")]
    [TestCase("Ignored(", "ignored")]
    [TestCase("IgnoredAwait(", "ignored")]
    [TestCase("OnlyTasks(", "two-tasks")]
    public void Leaves_alone_and_says_why(string method, string reason)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in CallDecisions.Shapes)
            {
                Assert.That(Decisions(CallDecisions.All, shape, LeftAlone, method), Is.EqualTo(new[] { reason }), $"{shape}");
            }
        });
    }

    [TestCase("Spread(")]
    [TestCase("SpreadAlone(")]
    public void Leaves_spans_of_gathered_tasks_alone(string method)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in CallDecisions.Shapes.Where(shape => shape.Framework != "netstandard2.0"))
            {
                Assert.That(Decisions(CallDecisions.All, shape, LeftAlone, method), Is.EqualTo(new[] { "spread" }), $"{shape}");
            }
        });
    }

    [TestCase("ThreeCompleted(", "Its 3 tasks are passed without an array.", "Its span is passed as it was.")]
    [TestCase("Four(", "Its 4 tasks are passed without an array.", "Its span is passed as it was.")]
    [TestCase("OfAnArray(", "Its array is passed as it was.", "Its array is passed as it was.")]
    [TestCase("AwaitTwo(", "Its 2 tasks are passed without an array, and it is awaited without a task.", "Its 2 tasks are passed as they were, and it is awaited without a task.")]
    [TestCase("AwaitThree(", "Its 3 tasks are passed without an array, and it is awaited without a task.", "Its span is passed as it was, and it is awaited without a task.")]
    [TestCase("AwaitInTaskMethod(", "Its 3 tasks are passed without an array, and it is awaited without a task.", "Its span is passed as it was, and it is awaited without a task.")]
    public void Says_what_it_did(string method, string withArray, string withSpan)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in CallDecisions.Shapes)
            {
                // If the framework has an overload for two tasks, they are passed without an array in every language version.
                var hasSpans = shape.Framework != "netstandard2.0" && (shape.Language != LanguageVersion.CSharp12 || method == "AwaitTwo(");
                Assert.That(Decisions(CallDecisions.All, shape, Costs, method), Is.EqualTo(new[] { hasSpans ? withSpan : withArray }), $"{shape}");
            }
        });
    }

    [TestCase("ThreeCompleted(", "Its span is passed as it was.")]
    [TestCase("AwaitTwo(", "two-tasks")]
    [TestCase("AwaitThree(", "Its span is passed as it was.")]
    public void Keeps_tasks_where_that_is_asked_for(string method, string decision) =>
        Assert.That(Decisions(CallDecisions.Tasks, CallDecisions.Own(Shape.Release), Costs, method), Is.EqualTo(new[] { decision }));

    [Test]
    public void Awaits_nothing_in_another_way_where_tasks_are_asked_for([ValueSource(nameof(s_some))] Shape shape) => Assert.Multiple(() =>
    {
        foreach (var fixture in CallDecisions.Tasks.Fixtures("Valid"))
        {
            var changed = Changed(CallDecisions.Tasks, fixture);
            Assert.That(changed, Does.Not.Contain("AwaitedWhenAny").And.Not.Contain("<>u__ValueTask"), fixture);
        }

        Assert.That(Changed(CallDecisions.Tasks, "WhenAnyCosts"), Does.Contain("SpecializedWhenAny"));
        Assert.That(Changed(CallDecisions.All, "WhenAnyCosts"), Does.Contain("AwaitedWhenAny").And.Contain("<>u__ValueTask"));

        string Changed(OneRewrite level, string fixture) =>
            IlText.Changed(Fixtures.Compiled(shape), level.Woven(shape).Result, $"{CompiledAssembly.Name}.Valid.{fixture}");
    });

    [Test]
    public void Does_nothing_where_nothing_is_asked_for([ValueSource(nameof(s_some))] Shape shape) =>
        Assert.That(IlText.Changed(Fixtures.Compiled(shape), CallDecisions.None.Woven(shape).Result), Is.Empty);

    [Test]
    public void Changes_nothing_in_what_it_leaves_alone([ValueSource(nameof(s_some))] Shape shape) =>
        Assert.That(IlText.Changed(Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, LeftAlone), Is.Empty);

    [Test]
    public void A_second_weave_changes_nothing([ValueSource(nameof(s_some))] Shape shape)
    {
        var once = CallDecisions.All.Woven(shape).Result;
        var (twice, decisions) = CallDecisions.All.Weave(once);
        Assert.Multiple(() =>
        {
            Assert.That(CallDecisions.All.Report(shape), Does.Contain("Changed, WhenAny: "));
            Assert.That(decisions.Report, Does.Contain("Left alone, ").And.Not.Contain("Changed, WhenAny: "));
            Assert.That(IlText.Changed(once, twice.Result), Is.Empty);
        });
    }

    private static IEnumerable<string> Decisions(OneRewrite rewrite, Shape shape, string type, string method) =>
        rewrite.In(shape, type).Where(decision => decision.Method.StartsWith(method)).Select(decision => decision.Decision);
}
