using Tests.Compilation;
using Tests.Snapshots;

namespace Tests.NewerRuntimes;

/// <summary>
/// Runs scenarios on .NET 11 in a browser. Woven programs do the same as unwoven programs, and allocate fewer bytes. The runtime comes as a package. It
/// interprets code, and has one thread.
/// </summary>
[Thorough]
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed class BrowserTests
{
    /// <summary>
    /// A scenario that would end the runtime. When it is woven, its 2,000 nested calls complete one inside the other. They need more stack than an interpreter
    /// in a browser has.
    /// </summary>
    private static readonly string[] s_tooDeep = ["AssemblyToProcess.Valid.DirectAwaitBehaviour Deep"];

    private readonly List<(string Reason, ScenarioRun Run)> _leftOut = [];
    private IReadOnlyList<string> _lines = null!;
    private IReadOnlyList<Observation> _observed = null!;

    [OneTimeSetUp]
    public async Task Run()
    {
        ScenarioImages[] images = [ScenarioImages.Fixtures(Shape.Release), ScenarioImages.Conformance(), ScenarioImages.Builders()];
        var runs = Able(images[0], one => ScenarioRun.OfFixtures(one, Shape.Release)).Concat(Able(images[1], ScenarioRun.OfConformance)).Concat(ScenarioRun.OfBytes(images[2])).ToList();
        var site = new Site(ScenarioProgram.Compile(images, runs), images.SelectMany(image => (byte[][])[image.NotWoven, image.Woven]));
        _lines = await site.Told(ScenarioProgram.End);
        _observed = ScenarioProgram.Observed(_lines, runs);
        _leftOut.AddRange(_observed.Where(one => one.IsImpossible).Select(one => (one.NotWoven.Replace(one.Run.Type, "").Split(": ")[0], one.Run)));
    }

    [Test]
    public void Every_way_of_the_base_library_is_taken() => Assert.Multiple(() =>
    {
        Assert.That(_lines[0], Does.StartWith(".NET 11."));
        Assert.That(ScenarioProgram.Ways(_lines), Is.EqualTo(ScenarioProgram.AllWays));
    });

    [TestCase("fixtures", 150)]
    [TestCase("conformance", 150)]
    public void Scenarios_observe_woven_what_they_do_not_woven(string images, int atLeast)
    {
        var observed = _observed.Where(one => one.Run.Images == images && !one.IsImpossible).ToList();
        Assert.That(observed, Has.Count.GreaterThan(atLeast));
        Assert.That(observed.Where(one => one.HasViolation), Is.Empty);
        Assert.That(observed.Where(one => one.IsDifferent).Select(one => one.Difference), Is.Empty);
    }

    /// <summary>Lists how many bytes a call allocates if it suspends, for each kind of method, in a 32-bit process.</summary>
    [Test]
    public Task Bytes() => Verifier.Verify(Observation.BytesOf(_observed.Where(one => one.Run.Images == "builders")));

    /// <summary>The snapshot lists the scenarios that are left out, grouped by the reason.</summary>
    [Test]
    public Task What_is_left_out() => Verifier.Verify(string.Join('\n', _leftOut.GroupBy(one => one.Reason).OrderBy(group => group.Key, StringComparer.Ordinal).SelectMany(group => group
        .Select(one => $"  {one.Run.Type} {one.Run.Method}").Distinct().Order(StringComparer.Ordinal)
        .Prepend(group.Key))));

    /// <summary>Returns the runs that neither wait for ever nor end the runtime, and records all other runs as left out.</summary>
    private List<ScenarioRun> Able(ScenarioImages images, Func<ScenarioImages, IEnumerable<ScenarioRun>> runs)
    {
        using var module = CompiledAssembly.Read(images.NotWoven);
        var waiting = new Waiting(module);
        List<ScenarioRun> able = [];
        foreach (var run in runs(images))
        {
            var reason = s_tooDeep.Contains(run.Scenario) ? "2,000 calls deep" : waiting.In(run.Type, run.Method) is { } call ? $"may call {call}" : null;
            if (reason is null)
            {
                able.Add(run);
            }
            else
            {
                _leftOut.Add((reason, run));
            }
        }

        return able;
    }
}
