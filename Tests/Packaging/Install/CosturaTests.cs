namespace Tests.Packaging.Install;

/// <summary>Tests the package with Costura.Fody, in both orders of FodyWeavers.xml. Costura embeds references into an application's assembly.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class CosturaTests
{
    [Test]
    public void Both_weave_and_the_application_needs_no_other_file()
    {
        var folder = Packed.NewFolder();
        FreshProject[] projects = [New("CosturaFirst", "<Costura /><PooledAwait />"), New("CosturaLast", "<PooledAwait /><Costura />")];

        new FreshSolution(folder, projects).Build("-c", "Release");

        Assert.Multiple(() =>
        {
            foreach (var project in projects)
            {
                var application = project.Output("Release", "net10.0");
                Assert.That(File.Exists(Path.Combine(Path.GetDirectoryName(application)!, "PooledAwait.Runtime.dll")), Is.False, project.Name);
                Assert.That(project.Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)), project.Name);
            }
        });

        FreshProject New(string name, string weavers) => FreshProject.Console(folder, name).Package("PooledAwait.Fody")
            .OtherPackage("Costura.Fody", CentralVersions.Of("Costura.Fody"), ("PrivateAssets", "all")).Weavers(weavers);
    }
}
