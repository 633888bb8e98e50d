using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>Adds the package to projects as a user does, with the one line of XML that projects with other add-ins need.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class FreshProjectTests
{
    private const string Weavers = "<Weavers>\r\n\t<PooledAwait/>\r\n</Weavers>";
    private const string WithSchema =
        """<Weavers xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="FodyWeavers.xsd"><PooledAwait /></Weavers>""";

    private FreshProject _application = null!;
    private FreshProject _library = null!;
    private FreshProject _user = null!;
    private string _output = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        var folder = Packed.NewFolder();
        _application = FreshProject.Console(folder, "Application").Woven().Text("FodyWeavers.xml", Weavers);
        _library = FreshProject.Library(folder, "Library", "netstandard2.0").Woven().Text("FodyWeavers.xml", WithSchema);
        _user = FreshProject.Console(folder, "User", withCalls: false).Project(_library);
        _output = new FreshSolution(folder, [_application, _library, _user]).Build("-c", "Release", "-v:n");
    }

    [Test]
    public void None_has_a_warning() => Assert.That(_output, Does.Contain("0 Warning(s)"));

    [Test]
    public void A_console_application_is_woven_and_its_calls_allocate_nothing() =>
        Assert.That(_application.Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));

    [Test]
    public void A_debug_build_that_is_woven_allocates_nothing_but_the_machine_objects_of_the_compiler()
    {
        _application.Build("-c", "Debug", "--no-restore", "-p:PooledAwaitEnabled=true");

        var report = _application.Run("Debug");
        Assert.That(report.Builders, Is.EqualTo("PooledAwait.Runtime"));
        Assert.That(report.MachineObjects, Is.Positive);
        Assert.That(report.Allocated, Is.EqualTo(report.MachineObjects));
    }

    [Test]
    public void Dotnet_add_package_is_enough()
    {
        var project = FreshProject.Console(Packed.NewFolder(), "Application");

        Dotnet.Run(project.Folder, "add", "package", "PooledAwait.Fody", "--version", Packed.Version);
        var build = project.Build("-c", "Release");

        Assert.That(WeavingEvidence.Happened(build), Is.True);
        Assert.That(project.Run("Release").Builders, Is.EqualTo("PooledAwait.Runtime"));
    }

    [Test]
    public void A_netstandard_library_is_woven_and_runs_in_an_application_that_does_not_weave()
    {
        Assert.That(WeavingEvidence.IsWoven(_library.Output("Release", "netstandard2.0")), Is.True);
        Assert.That(_user.Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
        Assert.That(WeavingEvidence.IsWoven(_user.Output("Release", "net10.0")), Is.False, "The weaver must not flow to the application.");
    }

    [Test]
    public void FodyWeavers_xml_stays_as_it_was_written() => Assert.Multiple(() =>
    {
        Assert.That(File.ReadAllBytes(Path.Combine(_application.Folder, "FodyWeavers.xml")), Is.EqualTo(Weavers.Select(letter => (byte)letter)));
        Assert.That(File.Exists(Path.Combine(_application.Folder, "FodyWeavers.xsd")), Is.False, "There is no schema where none is referred to.");
        Assert.That(File.ReadAllText(Path.Combine(_library.Folder, "FodyWeavers.xml")), Is.EqualTo(WithSchema));
    });

    [Test]
    public void The_schema_in_the_root_is_the_one_that_a_build_generates()
    {
        Assert.That(Load(Repository.PathOf("FodyWeavers.xsd")), Is.EqualTo(Load(Path.Combine(_library.Folder, "FodyWeavers.xsd"))));

        static string Load(string path) => XDocument.Load(path).ToString();
    }
}
