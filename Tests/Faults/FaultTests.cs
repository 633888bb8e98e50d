namespace Tests.Faults;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class FaultTests
{
    [TestCaseSource(typeof(FaultTable), nameof(FaultTable.All))]
    public void Is_told_and_leaves_nothing_half_done(Fault fault) => Assert.That(fault.Meet(), Is.EqualTo((fault.Outcome, fault.Told)));

    [Test]
    public void The_page_lists_them_all() =>
        Assert.That(File.ReadAllText(Repository.PathOf("docs", "measured", "faults.md")).ReplaceLineEndings("\n"), Is.EqualTo(FaultTable.Page()));
}
