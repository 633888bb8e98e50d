using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>Somebody adds the package and the one line of XML to a project of their own.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class FreshProjectTests
{
    [Test]
    public void A_console_application_is_woven_and_its_calls_allocate_nothing()
    {
        var project = FreshProject.Console(Packed.NewFolder(), "Application").Woven();

        project.Build("-c", "Release");

        Assert.That(project.Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
    }

    [Test]
    public void A_debug_build_allocates_nothing_but_the_machine_objects_of_the_compiler()
    {
        var project = FreshProject.Console(Packed.NewFolder(), "Application").Woven();

        project.Build("-c", "Debug");

        var report = project.Run("Debug");
        Assert.That(report.Builders, Is.EqualTo("PooledAwait.Runtime"));
        Assert.That(report.MachineObjects, Is.Positive);
        Assert.That(report.Allocated, Is.EqualTo(report.MachineObjects));
    }

    [Test]
    public void Dotnet_add_package_is_enough_to_refer_to_it()
    {
        var project = FreshProject.Console(Packed.NewFolder(), "Application");

        Dotnet.Run(project.Folder, "add", "package", "PooledAwait.Fody", "--version", Packed.Version);
        var build = project.Weavers("<PooledAwait />").Build("-c", "Release");

        Assert.That(WeavingEvidence.Happened(build), Is.True);
        Assert.That(project.Run("Release").Builders, Is.EqualTo("PooledAwait.Runtime"));
    }

    [Test]
    public void A_netstandard_library_is_woven_and_runs_in_an_application_that_does_not_weave()
    {
        var folder = Packed.NewFolder();
        var library = FreshProject.Library(folder, "Library", "netstandard2.0").Woven();
        var application = FreshProject.Console(folder, "Application", withCalls: false).Project(library);

        application.Build("-c", "Release");

        Assert.That(application.Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
        Assert.That(WeavingEvidence.IsWoven(application.Output("Release", "net10.0")), Is.False, "The weaver must not flow to the application.");
    }
}
