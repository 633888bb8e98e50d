namespace Tests.OlderRuntimes;

/// <summary>
/// The tests of builders, WhenAny and timed waits pass on older runtimes too. A self-contained program runs the same tests, compiled for the older runtime.
/// </summary>
/// <remarks>The runtimes come as packages, from the package sources that every restore uses.</remarks>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class OlderRuntimeTests
{
    private static readonly string s_project = Repository.PathOf("Tests", "OlderRuntimes", "Program");

    // Both frameworks use the same build of PooledAwait.Runtime. So only the earlier framework is tested, unless POOLEDAWAIT_WHOLE=1 is set.
    private static readonly string[] s_frameworks = Extent.IsWhole ? ["net8.0", "net9.0"] : ["net8.0"];

    [OneTimeSetUp]
    public void Build()
    {
        var (exitCode, output) = Dotnet.TryRun(s_project, "restore");
        if (exitCode != 0 && MissingPackages.In(output) is { } missing)
        {
            Assert.Ignore($"The runtimes cannot be had here: {missing}");
        }

        Assert.That(exitCode, Is.Zero, output);

        // Does not build the referenced projects again: they were built with the tests.
        foreach (var framework in s_frameworks)
        {
            Dotnet.Run(s_project, "build", "--no-restore", "-c", Repository.Configuration, "-f", framework, "-p:BuildProjectReferences=false");
        }
    }

    [TestCaseSource(nameof(s_frameworks))]
    public void Builders_and_WhenAny_pass_on_an_older_runtime(string framework)
    {
        var folder = Path.Combine(s_project, "bin", Repository.Configuration, framework);
        string[] part = Extent.IsWhole ? [] : [OwnTestsRun.AllOfOurs().ToString()];
        var (exitCode, output) = ChildProcess.Run(OwnTestsRun.Briefly, Path.Combine(folder, OperatingSystem.IsWindows() ? "Tests.exe" : "Tests"), folder, part);
        new OwnTestsRun(exitCode, output).Check($".NET {framework[3..^1]}");
    }
}
