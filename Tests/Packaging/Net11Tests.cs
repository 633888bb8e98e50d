using Tests.NewerRuntimes;

namespace Tests.Packaging;

/// <summary>The package in projects that target net11.0, alone and beside earlier frameworks, and published for .NET 11. Warnings are errors.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class Net11Tests
{
    private const string Platform = "-p:UseCurrentRuntimeIdentifier=true";

    private static readonly CallsReport s_nothing = new("PooledAwait.Runtime", 0, 0);

    private FreshProject _project = null!;
    private string _output = "";

    private static string Host => CoreClr11.Host;

    [OneTimeSetUp]
    public void Build()
    {
        _ = Host;
        _project = Targets(FreshProject.Library(Packed.NewFolder(), "Application", "net8.0;net10.0;net11.0").With("OutputType", "Exe").Source("Program.cs").Woven());
        var (exitCode, output) = _project.TryBuild("-c", "Release");
        IgnoreIfMissing(exitCode, output);
        Assert.That(exitCode, Is.Zero, output);
        _output = output;
    }

    [Test]
    public void Three_frameworks_are_woven_in_one_build_without_a_warning()
    {
        Assert.That(_output, Does.Contain("0 Warning(s)"));
        Assert.That(WeavingEvidence.Count(_output), Is.EqualTo(3));
    }

    [TestCase("net10.0")]
    [TestCase("net11.0")]
    public void Calls_allocate_nothing_on_NET_11(string framework)
    {
        var (exitCode, output) = CoreClr11.Run(new Dictionary<string, string>(), _project.Folder, _project.Output("Release", framework));
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(CallsReport.Parse(output), Is.EqualTo(s_nothing));
    }

    [TestCase("--self-contained", "true", "-p:PublishTrimmed=true", "-p:TrimMode=partial", "-p:SuppressTrimAnalysisWarnings=true")]
    [TestCase("--self-contained", "true", "-p:PublishSingleFile=true")]
    [TestCase("--self-contained", "true", "-p:PublishReadyToRun=true")]
    public void Published_with_NET_11_calls_allocate_nothing(params string[] arguments)
    {
        var project = Targets(FreshProject.Library(Packed.NewFolder(), "Application", "net11.0").With("OutputType", "Exe").Source("Program.cs").Woven());
        var (exitCode, output) = Dotnet.TryRun(project.Folder, ["publish", "-c", "Release", "-o", Path.Combine(project.Folder, "out"), Platform, .. arguments]);
        IgnoreIfMissing(exitCode, output);
        Assert.That(exitCode, Is.Zero, output);
        var program = Path.Combine(project.Folder, "out", OperatingSystem.IsWindows() ? "Application.exe" : "Application");
        var (runExitCode, report) = ChildProcess.Run(program, project.Folder);
        Assert.That(runExitCode, Is.Zero, report);
        Assert.That(CallsReport.Parse(report), Is.EqualTo(s_nothing));
    }

    private static FreshProject Targets(FreshProject project) =>
        project.Text("Directory.Build.targets", File.ReadAllText(Repository.PathOf("Tests", "Packaging", "Net11", "Directory.Build.targets")));

    private static void IgnoreIfMissing(int exitCode, string output)
    {
        if (exitCode != 0 && MissingPackages.In(output) is { } missing)
        {
            Assert.Ignore($".NET 11 cannot be had here: {missing}");
        }
    }
}
