using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public class RecognitionTests
{
    private const string LeftAlone = $"{CompiledAssembly.Name}.LeftAlone.ContinueWithDelegates";

    [TestCaseSource(typeof(Extent), nameof(Extent.ShapesAsCases))]
    public void Changes_nothing_in_what_it_leaves_alone(Shape shape) =>
        Assert.That(IlText.Changed(Fixtures.Compiled(shape), CallDecisions.All.Woven(shape).Result, LeftAlone), Is.Empty);

    [TestCaseSource(typeof(Extent), nameof(Extent.ShapesAsCases))]
    public void A_second_weave_changes_nothing(Shape shape)
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
