using Tests.Compilation;
using Tests.Verification;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>
/// Makes the same check as <see cref="JitTests"/> for code that other versions of the compiler emit. Also checks code with two types that have the same name.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public class SoundnessTests
{
    [TestCaseSource(typeof(Shape), nameof(Shape.OfWhenAny))]
    public void Compiles_every_method(Shape shape)
    {
        var jit = JitCompilation.Of(new LoadedAssembly(CallDecisions.All.Woven(shape).Result).Assembly);
        Assert.Multiple(() =>
        {
            Assert.That(jit.Failures, Is.Empty);
            Assert.That(jit.Compiled, Is.GreaterThan(100));
        });
    }

    [Test]
    public void Keeps_apart_types_of_one_name([Values] bool optimised, [Values("", ".ConfigureAwait(false)")] string configuration)
    {
        // The two awaits need awaiters of different types, although the result types have the same name and only their assemblies differ.
        var (woven, decisions) = CallDecisions.All.Weave(Fixtures.Compile(optimised ? Shape.Release : Shape.Debug, $$"""
            using System.IO;
            using System.Threading.Tasks;

            namespace System.Text
            {
                public class StringBuilder;
            }

            public static class C
            {
                public static async Task Await(System.Text.StringBuilder own, StringWriter writer)
                {
                    var ours = Task.FromResult(own);
                    var theirs = Task.FromResult(writer.GetStringBuilder());
                    await Task.WhenAny(ours, ours){{configuration}};
                    await Task.WhenAny(theirs, theirs){{configuration}};
                }
            }
            """));
        Assert.That(decisions.Report, Does.Contain("Changed, WhenAny: 2\n"));
        Assert.That(WeaverCheck.Of(woven.Input).Findings, Is.Empty);
        Assert.That(WeaverCheck.Of(woven.Result).Findings, Is.Empty);
    }
}
