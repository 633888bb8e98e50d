using Tests.Compilation;
using Tests.NewerRuntimes;

namespace Tests.Pooling;

/// <summary>Runs the woven conformance suite with pooling switched off, or with checks switched on, by environment variables.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class SwitchedConformanceTests
{
    private readonly TemporaryFolder _folder = new();
    private IReadOnlyList<ScenarioRun> _runs = null!;

    [OneTimeSetUp]
    public void Compile()
    {
        var conformance = ScenarioImages.Conformance();
        _runs = [.. ScenarioRun.OfConformance(conformance)];
        File.WriteAllBytes(_folder.PathOf($"{ScenarioProgram.Name}.dll"), ScenarioProgram.Compile([conformance], _runs));
        File.Copy(References.Runtime(References.Current), _folder.PathOf("PooledAwait.Runtime.dll"));
        File.WriteAllText(_folder.PathOf($"{ScenarioProgram.Name}.runtimeconfig.json"), $$"""
            { "runtimeOptions": { "framework": { "name": "Microsoft.NETCore.App", "version": "{{Environment.Version}}" } } }
            """);
    }

    [OneTimeTearDown]
    public void Delete() => _folder.Dispose();

    [TestCase("POOLEDAWAIT_DISABLEPOOLING", "a box serves a second call: False")]
    [TestCase("POOLEDAWAIT_CHECKBOXES", "a box serves a second call: True")]
    public void Woven_methods_behave_as_with_the_default_builder(string variable, string expected)
    {
        var (exitCode, output) = ChildProcess.Run(new Dictionary<string, string> { [variable] = "1" }, "dotnet", _folder.FullName, $"{ScenarioProgram.Name}.dll");
        var lines = output.Split('\n', StringSplitOptions.TrimEntries);
        Assert.That(exitCode, Is.Zero, () => $"{lines.LastOrDefault(line => line.StartsWith("run ", StringComparison.Ordinal))}\n{output[^Math.Min(output.Length, 3000)..]}");
        var observed = ScenarioProgram.Observed(lines, _runs);
        Assert.Multiple(() =>
        {
            Assert.That(lines, Does.Contain(expected));
            Assert.That(observed, Has.Count.GreaterThan(300));
            Assert.That(observed.Where(one => one.IsDifferent || one.IsImpossible || one.HasViolation).Select(one => one.Difference), Is.Empty);
        });
    }
}
