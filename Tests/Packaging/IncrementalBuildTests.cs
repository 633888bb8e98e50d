using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>Weaves what has to be woven, and not more.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class IncrementalBuildTests
{
    [Test]
    public void Weaves_anew_what_a_change_affects_and_nothing_otherwise()
    {
        // A package folder of its own: what others build at the same time must not see that its weaver becomes another.
        var folder = Packed.NewFolder();
        var packages = Path.Combine(folder, "packages");
        var project = FreshProject.Library(folder, "Library", "net10.0").Woven().With("RestorePackagesPath", packages).With("RestoreSources", Packed.Feed);
        project.Build();
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
        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.False, "WeaverConfiguration leaves everything alone.");
        Assert.That(Weaves(project, Nothing), Is.False, "Nothing changed since WeaverConfiguration did.");
        var nothing = Nothing.Replace("None", "none", StringComparison.Ordinal);
        Assert.That(Weaves(project, nothing), Is.True, "WeaverConfiguration changed, if only by case.");
        Assert.That(Weaves(project), Is.True, "WeaverConfiguration is gone.");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.True);
    }

    [Test]
    public void Weaves_anew_when_weaving_is_switched_off_and_on()
    {
        var project = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Woven();
        project.Build();

        Assert.That(Weaves(project, "-p:DisableFody=true"), Is.False);
        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.False, "Switched off.");
        Assert.That(Weaves(project), Is.True);
        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.True, "Switched on again.");
    }

    [Test]
    public void Weaves_anew_when_a_shared_configuration_changes()
    {
        var folder = Packed.NewFolder();
        var shared = Path.Combine(folder, "FodyWeavers.xml");
        File.WriteAllText(shared, "<Weavers><PooledAwait /></Weavers>");
        var project = FreshProject.Library(folder, "Library", "net10.0").Package("PooledAwait.Fody");
        project.Build();
        Assert.That(Weaves(project), Is.False, "Nothing changed since the first build.");

        File.WriteAllText(shared, "<Weavers><PooledAwait Builders=\"None\" /></Weavers>");
        Assert.That(Weaves(project), Is.True, "The shared FodyWeavers.xml changed.");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.False);
    }

    private static bool Weaves(FreshProject project, params string[] arguments) =>
        WeavingEvidence.Happened(project.Build(["--no-restore", .. arguments]));
}
