using NUnit.Framework;
using Tests.Fuzzing.Hierarchies.Generating;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>
/// Random hierarchies of three assemblies, not woven, each woven by its own build, and woven together: what <c>dotnet run -c Release --project Tests -- hierarchies</c> does for some seeds.
/// </summary>
[Parallelizable(ParallelScope.All)]
public sealed class HierarchyFuzzTests
{
    private static readonly int s_seeds = Extent.IsWhole ? 2_400 : 50;

    [Test]
    public void Calls_do_the_same_not_woven_woven_alone_and_woven_together()
    {
        var shares = new HierarchyShares();
        var failed = new List<string>();
        HierarchyRun.Run(Enumerable.Range(0, s_seeds), (programs, batch) =>
        {
            shares.Add(batch);
            failed.AddRange(programs.Zip(batch.Failures).Where(pair => pair.Second is { Kind: not Tests.Fuzzing.Running.FailureKind.NoCSharp }).Select(pair => $"Seed {pair.First.Seed}: {pair.Second}"));
            failed.AddRange(batch.Unsound);
            return true;
        });
        TestContext.Out.WriteLine(shares);
        Assert.That(failed, Is.Empty);
    }

    [Test]
    public void A_seed_stands_for_one_program()
    {
        var texts = Enumerable.Range(0, 20).Select(seed => $"{HierarchyGenerator.Generate(seed)}").ToList();
        Assert.That(Enumerable.Range(0, 20).Select(seed => $"{HierarchyGenerator.Generate(seed)}"), Is.EqualTo(texts));
        Assert.That(texts, Is.Unique);
    }
}
