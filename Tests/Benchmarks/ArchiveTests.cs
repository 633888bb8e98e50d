using Benchmarks.Reporting;
using Benchmarks.Throughput;

namespace Tests.Benchmarks;

[Parallelizable(ParallelScope.Self)]
public class ArchiveTests
{
    private static readonly Case s_case = Catalog.Cases[0];
    private static readonly Circumstances s_monday = new("a machine", Rounds: 5, new DateOnly(2026, 1, 5));
    private static readonly Circumstances s_tuesday = s_monday with { Day = new DateOnly(2026, 1, 6) };

    private string _folder = null!;

    [SetUp]
    public void MakeFolder() => _folder = Directory.CreateTempSubdirectory().FullName;

    [TearDown]
    public void DeleteFolder() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void A_later_run_finds_what_an_earlier_one_measured()
    {
        var earlier = new Archive(_folder);
        earlier.Save(s_case, new Dictionary<string, Measured> { [GoalAttribute.Woven] = new(72.5, [3, 1, 2]) }, s_monday);
        earlier.Save(Workload(calls: 10), s_tuesday);

        var later = new Archive(_folder);
        var measurements = new Measurements();
        Assert.That(later.TryLoad(s_case, measurements), Is.True);
        var workload = later.LoadWorkload();

        var woven = measurements.Of(s_case, GoalAttribute.Woven)!;
        Assert.That(woven.Bytes, Is.EqualTo(72.5));
        Assert.That(woven.Nanoseconds, Is.EqualTo(new[] { 3, 1, 2 }));
        Assert.That(workload!.Woven.Throughputs, Is.EqualTo(new[] { 10 }));
        Assert.That(later.Circumstances, Is.EquivalentTo(new[] { s_monday, s_tuesday }));
    }

    [Test]
    public void What_is_measured_again_replaces_what_was_kept()
    {
        var archive = new Archive(_folder);
        archive.Save(Workload(calls: 10), s_monday);
        archive.Save(Workload(calls: 20), s_tuesday);

        Assert.That(archive.LoadWorkload()!.Woven.Throughputs, Is.EqualTo(new[] { 20 }));
        Assert.That(archive.Circumstances, Is.EqualTo(new[] { s_tuesday }));
    }

    [Test]
    public void Nothing_is_found_where_nothing_was_measured()
    {
        var archive = new Archive(Path.Combine(_folder, "none"));
        Assert.That(archive.TryLoad(s_case, new Measurements()), Is.False);
        Assert.That(archive.LoadWorkload(), Is.Null);
    }

    private static WorkloadResult Workload(double calls)
    {
        var build = new WorkloadBuildResult("woven", [calls], BytesPerCall: 0, Gen0Collections: 0, Gen1Collections: 0, Median: 1, Percentile99: 2);
        return new WorkloadResult(Workers: 64, TimeSpan.FromMinutes(1), Rounds: 1, build, build, build);
    }
}
