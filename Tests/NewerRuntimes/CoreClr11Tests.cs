using Tests.Compilation;
using Tests.Snapshots;

namespace Tests.NewerRuntimes;

/// <summary>On CoreCLR of .NET 11, scenarios do the same whether woven or not, and PooledAwait.Runtime uses no fallback.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class CoreClr11Tests
{
    private IReadOnlyList<string> _lines = null!;
    private IReadOnlyList<Observation> _observed = null!;

    private static Shape[] Shapes => [Shape.Release, Shape.Debug];

    [OneTimeSetUp]
    public void Run()
    {
        var host = CoreClr11.Host;
        var fixtures = Shapes.ToDictionary(shape => ScenarioImages.Fixtures(shape) with { Name = $"{shape}" }, shape => shape);
        var (conformance, builders) = (ScenarioImages.Conformance(), ScenarioImages.Builders());

        // The runs that count bytes come first. Once a listener to the base library's events has existed, .NET 11 allocates more for each await, even when
        // nobody listens any more.
        ScenarioRun[] runs = [.. ScenarioRun.OfBytes(builders), .. fixtures.SelectMany(pair => ScenarioRun.OfFixtures(pair.Key, pair.Value)), .. ScenarioRun.OfConformance(conformance)];
        using var folder = new TemporaryFolder();
        var program = folder.PathOf($"{ScenarioProgram.Name}.dll");
        File.WriteAllBytes(program, ScenarioProgram.Compile([.. fixtures.Keys, conformance, builders], runs));
        File.Copy(References.Runtime(References.Current), folder.PathOf("PooledAwait.Runtime.dll"));
        File.WriteAllText(folder.PathOf($"{ScenarioProgram.Name}.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}" } } }
            """);

        var (exitCode, output) = CoreClr11.Run(new Dictionary<string, string> { ["DOTNET_TieredPGO"] = "0" }, folder.FullName, program);

        Assert.That(exitCode, Is.Zero, $"{host}\n{output[^Math.Min(output.Length, 3000)..]}");
        _lines = output.Split('\n', StringSplitOptions.TrimEntries);
        _observed = ScenarioProgram.Observed(_lines, runs);
    }

    [Test]
    public void Programs_for_an_earlier_NET_use_no_fallback() => Assert.Multiple(() =>
    {
        Assert.That(_lines[0], Does.StartWith(".NET 11."));
        Assert.That(ScenarioProgram.Ways(_lines), Is.EqualTo(ScenarioProgram.AllWays));
    });

    [TestCase("net10.0-Release", 250)]
    [TestCase("net10.0-Debug", 250)]
    [TestCase("conformance", 250)]
    public void Scenarios_observe_woven_what_they_do_not_woven(string images, int atLeast)
    {
        var observed = _observed.Where(one => one.Run.Images == images).ToList();
        Assert.That(observed, Has.Count.GreaterThan(atLeast));
        Assert.That(observed.Where(one => one.IsImpossible || one.HasViolation).Select(one => $"{one.Run}: {one.NotWoven}"), Is.Empty);
        Assert.That(observed.Where(one => one.IsDifferent).Select(one => one.Difference), Is.Empty);
    }

    /// <summary>Lists how many bytes a call allocates if it suspends, for each kind of method.</summary>
    [Test]
    public Task Bytes() => Verifier.Verify(Observation.BytesOf(_observed.Where(one => one.Run.Images == "builders")));
}
