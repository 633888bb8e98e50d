using Mono.Cecil;
using Tests.Fuzzing.Hierarchies.Generating;
using Tests.Fuzzing.Hierarchies.Running;
using Tests.Fuzzing.Running;

namespace Tests.Fuzzing.Hierarchies;

/// <summary>
/// Random hierarchies of three assemblies behave the same in all builds: not woven, each assembly woven by its own build, or all assemblies woven together. The
/// command <c>dotnet run -c Release --project Tests -- hierarchies</c> runs other seeds.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class HierarchyFuzzTests
{
    private static readonly int s_seeds = Extent.IsWhole ? 2_000 : 12;

    private static readonly string[] s_decisions =
    [
        "Builders, Task", "Builders, Task`1", "Builders, ValueTask", "Builders, ValueTask`1",
        "DirectAwaits, of a certain method", "DirectAwaits, of 1 types", "DirectAwaits, of 2 types", "DirectAwaits, of 3 types",
        "DirectAwaits, left alone, receiver-not-known, other-instance", "DirectAwaits, left alone, receiver-not-known, variant-instance",
        "DirectAwaits, left alone, virtual-call, on-type-parameter", "DirectAwaits, left alone, task-kept, may-be-overridden",
    ];

    // Rare decisions, which only a whole run (see Extent) requires. In the few programs of a usual run, some of these decisions may be missing.
    private static readonly string[] s_rare =
    [
        "DirectAwaits, of 4 types", "DirectAwaits, of 5 types",
        "DirectAwaits, left alone, receiver-not-known, default-implementation", "DirectAwaits, left alone, receiver-not-known, covariant-return",
        "DirectAwaits, left alone, receiver-not-known, variant-methods", "DirectAwaits, left alone, receiver-not-known, several-instances",
    ];

    [Test]
    public void Calls_do_the_same_not_woven_woven_alone_and_woven_together()
    {
        var shares = new HierarchyShares();
        var failed = new List<string>();
        HierarchyRun.Run(Enumerable.Range(0, s_seeds), (programs, batch) =>
        {
            shares.Add(batch);
            failed.AddRange(programs.Zip(batch.Failures).Where(pair => pair.Second is { Kind: not FailureKind.NoCSharp }).Select(pair => $"Seed {pair.First.Seed}: {pair.Second}"));
            failed.AddRange(batch.Unsound);
            return true;
        });
        TestContext.Out.WriteLine(shares);
        Assert.Multiple(() =>
        {
            Assert.That(failed, Is.Empty);

            // The programs must exercise the weaver. Otherwise a passing run would prove nothing.
            Assert.That(shares.Programs, Is.GreaterThan(s_seeds * 9 / 10));
            Assert.That(shares.Lines, Is.GreaterThan(s_seeds * 1_000));
            Assert.That(s_decisions.Concat(Extent.IsWhole ? s_rare : []).Except(shares.Decisions.Keys), Is.Empty);
        });
    }

    [TestCase(nameof(PlantedDispatchFaults.DerivedObjects))]
    [TestCase(nameof(PlantedDispatchFaults.OtherObjects))]
    public void A_wrong_dispatch_is_found(string fault)
    {
        var spoil = typeof(PlantedDispatchFaults).GetMethod(fault)!.CreateDelegate<Action<ModuleDefinition>>();
        var batch = HierarchyBatch.Run([.. Enumerable.Range(0, 4).Select(HierarchyGenerator.Generate)], spoil);
        Assert.That(batch.Failures.Select(failure => failure?.Kind), Does.Contain(FailureKind.Trace));
    }

    [Test]
    public void A_seed_stands_for_one_program()
    {
        var texts = Enumerable.Range(0, 20).Select(seed => $"{HierarchyGenerator.Generate(seed)}").ToList();
        Assert.That(Enumerable.Range(0, 20).Select(seed => $"{HierarchyGenerator.Generate(seed)}"), Is.EqualTo(texts));
        Assert.That(texts, Is.Unique);
    }
}
