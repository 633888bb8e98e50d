using NUnit.Framework;
using Tests.Verifying;

namespace Tests.PublicApi;

/// <summary>The public surface of PooledAwait.Runtime is what was approved: nothing that woven code calls is ever removed.</summary>
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
        Assert.That(Qualified(earlier), Is.Not.Empty.And.SubsetOf(Qualified(later)));

    // Each member with its type; of a type no more than its name, since a later framework may give it more interfaces.
    private static List<string> Qualified(string framework)
    {
        var lines = new List<string>();
        var type = "";
        foreach (var line in PublicApi.Of(framework))
        {
            type = line.StartsWith(' ') ? type : line.Split(" : ")[0];
            lines.Add(line.StartsWith(' ') ? $"{type}: {line.Trim()}" : type);
        }

        return lines;
    }
}
