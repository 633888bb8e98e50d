using Tests.Snapshots;

namespace Tests.PublicApi;

/// <summary>The public surface of PooledAwait.Runtime is as approved, and no member that woven code calls is ever removed.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PublicApiTests
{
    [TestCase("netstandard2.0")]
    [TestCase("net8.0")]
    [TestCase("net10.0")]
    public Task Is_as_approved(string framework) => Verifier.Verify(string.Join("\n", PublicApi.Of(framework)));

    [TestCase("netstandard2.0", "net8.0")]
    [TestCase("net8.0", "net10.0")]
    public void A_later_framework_has_all_that_an_earlier_one_has(string earlier, string later) =>
        Assert.That(Qualified(PublicApi.Of(earlier)), Is.Not.Empty.And.SubsetOf(Qualified(PublicApi.Of(later))));

    /// <summary>
    /// Assemblies that version 1.0.0 wove, and code that was compiled against version 1.0.0, find everything to which they refer. <c>FirstRelease</c> has the
    /// approved surface of that release.
    /// </summary>
    [TestCase("netstandard2.0")]
    [TestCase("net8.0")]
    [TestCase("net10.0")]
    public void Has_all_that_the_first_release_had(string framework)
    {
        var first = Qualified(File.ReadAllLines(Repository.PathOf("Tests", "PublicApi", "FirstRelease", $"{framework}.txt")));

        Assert.That(first, Has.Count.GreaterThan(50));
        Assert.That(first, Is.SubsetOf(Qualified(PublicApi.Of(framework))));
    }

    /// <summary>
    /// Puts the type's name before each member. Gives each base and interface of a type its own line, because a later version of the type may have more
    /// interfaces.
    /// </summary>
    private static List<string> Qualified(IEnumerable<string> lines)
    {
        var qualified = new List<string>();
        var type = "";
        foreach (var line in lines)
        {
            if (line.StartsWith(' '))
            {
                qualified.Add($"{type}: {line.Trim()}");
                continue;
            }

            string[] parts = line.Split(" : ");
            type = parts[0];
            qualified.Add(type);
            qualified.AddRange(parts.Skip(1).SelectMany(bases => bases.Split(", ")).Select(parent => $"{type} : {parent}"));
        }

        return qualified;
    }
}
