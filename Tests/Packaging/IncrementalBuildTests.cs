namespace Tests.Packaging;

/// <summary>A build weaves only what must be woven.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class IncrementalBuildTests
{
    [Test]
    public void Weaves_anew_what_a_change_affects_and_nothing_otherwise()
    {
        // This test touches the weaver's file. Builds that run at the same time must not see that, so this test has its own package folder.
        var folder = Packed.NewFolder();
        var packages = Path.Combine(folder, "packages");
        var project = FreshProject.Library(folder, "Library", "net10.0").Woven().With("RestorePackagesPath", packages).With("RestoreSources", Packed.Feed);
        Build(project);
        Assert.That(Weaves(project), Is.False, "Nothing changed since the first build.");

        var weaver = Path.Combine(packages, "pooledawait.fody", Packed.Version, "weaver", "PooledAwait.Fody.dll");
        Assert.That(File.Exists(weaver), Is.True);
        File.SetLastWriteTimeUtc(weaver, DateTime.UtcNow);
        Assert.That(Weaves(project), Is.True, "The weaver was rebuilt.");
        Assert.That(Weaves(project), Is.False, "Nothing changed since the weaver was.");

        var configuration = Path.Combine(project.Folder, "FodyWeavers.xml");
        var configured = File.ReadAllText(configuration).Replace("<PooledAwait />", "<PooledAwait Report=\"None\" />", StringComparison.Ordinal);
        File.WriteAllText(configuration, configured);
        Assert.That(Weaves(project), Is.True, "FodyWeavers.xml changed.");
        Assert.That(Weaves(project), Is.False, "Nothing changed since FodyWeavers.xml did.");

        const string Nothing = "-p:WeaverConfiguration=<Weavers><PooledAwait Builders='None' /></Weavers>";
        Assert.That(Weaves(project, Nothing), Is.True, "WeaverConfiguration was set.");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.False, "WeaverConfiguration leaves everything alone.");
        Assert.That(Weaves(project, Nothing), Is.False, "Nothing changed since WeaverConfiguration did.");
        var nothing = Nothing.Replace("None", "none", StringComparison.Ordinal);
        Assert.That(Weaves(project, nothing), Is.True, "WeaverConfiguration changed, if only by case.");
        Assert.That(Weaves(project), Is.True, "WeaverConfiguration is gone.");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.True);
    }

    [Test]
    public void Weaves_anew_when_weaving_is_switched_off_and_on()
    {
        var project = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Woven();
        Build(project);

        Assert.That(Weaves(project, "-p:PooledAwaitEnabled=false"), Is.False);
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.False, "Switched off.");
        Assert.That(Weaves(project, "-p:PooledAwaitBuilders=Task"), Is.True, "Switched on again.");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.False, "A property leaves everything alone.");
        Assert.That(Weaves(project, "-p:PooledAwaitBuilders=Task"), Is.False, "Nothing changed since the property did.");

        // Usually Fody lists the files to copy, but Fody does not run in this build. A reference that is new since the last weave must still be copied.
        project.Item("Reference", OtherWeaver.CompileTo(Path.GetDirectoryName(project.Folder)!));
        Assert.That(Weaves(project, "-p:DisableFody=true"), Is.False);
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.False, "Switched off.");
        Assert.That(File.Exists(Path.Combine(Path.GetDirectoryName(project.Output("Release", "net10.0"))!, "Counting.Fody.dll")), Is.True);
        Assert.That(Weaves(project), Is.True);
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.True, "Switched on again.");
    }

    [Test]
    public void Weaves_anew_when_a_shared_configuration_changes()
    {
        var folder = Packed.NewFolder();
        var shared = Path.Combine(folder, "FodyWeavers.xml");
        File.WriteAllText(shared, "<Weavers><PooledAwait /></Weavers>");
        var project = FreshProject.Library(folder, "Library", "net10.0").Package("PooledAwait.Fody");
        Build(project);
        Assert.That(Weaves(project), Is.False, "Nothing changed since the first build.");

        File.WriteAllText(shared, "<Weavers><PooledAwait Builders=\"None\" /></Weavers>");
        Assert.That(Weaves(project), Is.True, "The shared FodyWeavers.xml changed.");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.False);
    }

    [TestCase("Release")]
    [TestCase("Debug")]
    public void An_up_to_date_check_finds_nothing_to_do(string configuration)
    {
        var project = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Package("PooledAwait.Fody");
        project.Build("-c", configuration);

        var (exitCode, output) = project.TryBuild("-c", configuration, "--no-restore", "-question");

        // Ignores faults about the file BuildWithSkipAnalyzers, because the SDK itself touches this file, even without the package.
        Assert.That(exitCode, Is.Zero, output);
        Assert.That(project.FaultsIn(output).Where(fault => !fault.Contains("BuildWithSkipAnalyzers", StringComparison.Ordinal)), Is.Empty);
    }

    private static bool Weaves(FreshProject project, params string[] arguments) =>
        WeavingEvidence.Happened(Build(project, ["--no-restore", .. arguments]));

    private static string Build(FreshProject project, params string[] arguments) => project.Build(["-c", "Release", .. arguments]);
}
