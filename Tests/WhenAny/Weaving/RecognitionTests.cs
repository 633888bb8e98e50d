using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public class RecognitionTests
{
    private const string LeftAlone = $"{CompiledAssembly.Name}.LeftAlone.WhenAnyOthers";

    // Some shapes (compiler settings) with all fixtures, and some with only the fixtures of this rewrite.
    private static readonly Shape[] s_some =
        [.. Extent.FewShapes, .. Extent.IsWhole ? Shape.OfWhenAny : [CallDecisions.Own(Shape.StandardDebug), Shape.OfWhenAny[0], Shape.OfWhenAny[^1]]];

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
}
