using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Verification;

/// <summary>Weaving gives the check nothing to find that it did not find before.</summary>
[Parallelizable(ParallelScope.Self)]
public class WovenAssembliesTests
{
    [TestCaseSource(typeof(Extent), nameof(Extent.Shapes))]
    public void Have_no_new_finding(Shape shape)
    {
        var before = IlCheck.Of(Fixtures.Compiled(shape));
        Assert.That(before.Findings.Where(finding => !finding.Kind.IsUnsafe()), Is.Empty);
        Assert.That(before.Methods, Is.GreaterThan(500));
        Woven[] weaves = [Weavers.Woven(shape), Weavers.WovenThroughout(shape), Weavers.WovenInBuilders(shape)];
        var woven = weaves.Select(weave => IlCheck.Of(weave.Result)).ToList();
        Assert.Multiple(() =>
        {
            foreach (var after in woven)
            {
                Assert.That(after.Methods, Is.GreaterThanOrEqualTo(before.Methods));
                Assert.That(after.NewSince(before), Is.Empty);
            }
        });
    }

    [Test]
    public void Have_no_finding_in_a_program_that_a_build_wove()
    {
        using var references = ReferenceFiles.OfThisProcess();
        var notWoven = IlCheck.Of(EchoBuild.NotWoven, references);
        var woven = IlCheck.Of(EchoBuild.Woven, references);
        Assert.That(notWoven.Findings, Is.Empty);
        Assert.That(woven.Findings, Is.Empty);
        Assert.That(woven.Methods, Is.GreaterThanOrEqualTo(notWoven.Methods).And.GreaterThan(10));
    }
}
