using PooledAwait.Fody.Build;

namespace Tests.BuildTasks;

[Parallelizable(ParallelScope.Self)]
public sealed class MatchAssembliesTests
{
    private static readonly string[] s_names = ["Shop", "Orders", "Polly", "Polly.Core", "PollyXCore"];

    [TestCase("Shop", "Shop")]
    [TestCase("polly.core", "Polly.Core")]
    [TestCase("Polly*", "Polly, Polly.Core, PollyXCore")]
    [TestCase("*", "Shop, Orders, Polly, Polly.Core, PollyXCore")]
    [TestCase("*.Core", "Polly.Core")]
    [TestCase("o*s", "Orders")]
    [TestCase(" Shop,Ord* ", "Shop, Orders")]
    [TestCase("\n  Shop\n  | Polly;\n", "Shop, Polly")]
    [TestCase("", "")]
    public void A_pattern_matches_whole_names(string patterns, string expected) => Assert.Multiple(() =>
    {
        var (matched, unmatched) = Match(patterns);
        Assert.That(string.Join(", ", matched), Is.EqualTo(expected));
        Assert.That(unmatched, Is.Empty);
    });

    [Test]
    public void Patterns_that_match_nothing_are_found_as_they_were_written()
    {
        var (matched, unmatched) = Match("Oders, Shop, *.Cor, Sho, P+(");

        Assert.That(matched, Is.EqualTo(["Shop"]));
        Assert.That(unmatched, Is.EqualTo(["Oders", "*.Cor", "Sho", "P+("]));
    }

    [TestCase("")]
    [TestCase(" ; ")]
    public void Without_a_pattern_the_default_counts(string patterns) => Assert.That(Match(patterns, "Polly").Matched, Is.EqualTo(["Polly"]));

    private static (string[] Matched, string[] Unmatched) Match(string patterns, string @default = "")
    {
        var task = new MatchAssemblies { Patterns = patterns, Default = @default, Assemblies = [.. s_names.Select(Item.Assembly)] };
        Assert.That(task.Execute(), Is.True);
        return (Item.Names(task.Matched), task.Unmatched);
    }
}
