using Tests.NewerRuntimes;

namespace Tests.Packaging;

/// <summary>
/// Tests the package in projects that target net11.0, alone or beside earlier frameworks, and in programs published for .NET 11. Warnings are errors.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class Net11Tests
{
    private const string Platform = "-p:UseCurrentRuntimeIdentifier=true";

    private const string Native = "-p:PublishAot=true";

    private static readonly CallsReport s_nothing = new("PooledAwait.Runtime", 0, 0);

    private static readonly TestCaseData[] s_published =
    [
        Kind("Trimmed", "--self-contained", "true", "-p:PublishTrimmed=true"),
        Kind("SingleFile", "--self-contained", "true", "-p:PublishSingleFile=true"),
        Kind("ReadyToRun", "--self-contained", "true", "-p:PublishReadyToRun=true"),
        Kind("Native", Native),
    ];

    private static readonly string[] s_kindsOfMixes = ["Trimmed", "Native"];

    /// <summary>The publications to test: the two kinds that differ most, or all kinds with POOLEDAWAIT_WHOLE=1.</summary>
    private static IEnumerable<TestCaseData> Mixes => s_published.Where(kind => Extent.IsWhole || s_kindsOfMixes.Contains(kind.ArgDisplayNames!.Single()));

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

    [TestCaseSource(nameof(s_published))]
    public void Published_with_NET_11_calls_allocate_nothing(string[] arguments)
    {
        // The program finds its state machines by reflection, so the trimmer and the native compiler would warn without this property.
        var project = Targets(FreshProject.Library(Packed.NewFolder(), "Application", "net11.0").With("OutputType", "Exe").With("SuppressTrimAnalysisWarnings", "true").Source("Program.cs").Woven());
        Assert.That(CallsReport.Parse(Publish(project, arguments, weaves: 1)), Is.EqualTo(s_nothing));
    }

    [TestCaseSource(nameof(Mixes))]
    public void A_woven_program_with_a_library_whose_methods_the_runtime_suspends_does_the_same_published(string[] arguments)
    {
        var notWoven = Publish(Mixed(isWoven: false), arguments, weaves: 0);
        Assert.That(notWoven.Split('\n'), Has.Length.GreaterThan(12));

        // Although the runtime suspends the library's methods, the weaver changes the library's WhenAny calls and async void methods.
        Assert.That(Publish(Mixed(isWoven: true), arguments, weaves: 2, "The runtime itself suspends"), Is.EqualTo(notWoven));
    }

    private static TestCaseData Kind(string name, params string[] arguments) => new TestCaseData([arguments]).SetArgDisplayNames(name);

    private static FreshProject Mixed(bool isWoven)
    {
        var folder = Packed.NewFolder();
        var library = Of("Library").With("Features", "runtime-async=on");
        return Of("Program").With("OutputType", "Exe").Project(library);

        FreshProject Of(string name) => Targets(FreshProject.Of(folder, name, "net11.0").With("PooledAwaitEnabled", $"{isWoven}").Woven())
            .Text($"{name}.cs", File.ReadAllText(Repository.PathOf("Tests", "NewerRuntimes", "Mixed", $"{name}.cs")));
    }

    /// <summary>Publishes a program, runs it, and returns what the program prints.</summary>
    /// <param name="project">The program.</param>
    /// <param name="arguments">Further arguments of the command <c>publish</c>.</param>
    /// <param name="weaves">How many projects are woven.</param>
    /// <param name="said">A text that the build must print.</param>
    private static string Publish(FreshProject project, string[] arguments, int weaves, string said = "")
    {
        if (arguments.Contains(Native) && !Linker.IsHere)
        {
            Assert.Ignore("There is no linker here.");
        }

        var (exitCode, output) = Dotnet.TryRun(project.Folder, ["publish", "-v:n", "-c", "Release", "-o", Path.Combine(project.Folder, "out"), Platform, .. arguments]);
        IgnoreIfMissing(exitCode, output);
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(WeavingEvidence.Count(output), Is.EqualTo(weaves));
        Assert.That(output, Does.Contain(said));
        var (runExitCode, printed) = ChildProcess.Run(Path.Combine(project.Folder, "out", OperatingSystem.IsWindows() ? $"{project.Name}.exe" : project.Name), project.Folder);
        Assert.That(runExitCode, Is.Zero, printed);
        return printed;
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
