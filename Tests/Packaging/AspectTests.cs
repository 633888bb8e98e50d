using Tests.Packaging.Install;

namespace Tests.Packaging;

/// <summary>
/// AspectInjector rewrites the compiler's output after CoreCompile. Direct awaits must not bypass the code that AspectInjector adds to methods.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class AspectTests
{
    private const string Package = "AspectInjector";

    private readonly Dictionary<string, FreshProject> _projects = [];

    [OneTimeSetUp]
    public void BuildAll()
    {
        var folder = Packed.NewFolder();
        New("NotWoven").With("PooledAwaitEnabled", "false");
        New("Woven");
        New("Ordered").With("FodyAfterTargets", "InjectAspects");
        New("Attributed", harmless: "No.*");
        New("WithoutAspects").With("AspectInjector_Enabled", "false");
        new FreshSolution(folder, _projects.Values).Build("-c", "Release");

        // With "*", the weaver takes all attributes for harmless. Then only the order of the build's steps protects the aspects.
        FreshProject New(string name, string harmless = "*") => _projects[name] = FreshProject.Of(folder, name).With("OutputType", "Exe").With("PooledAwaitHarmlessAttributes", harmless).With("Nullable", "disable").With("PooledAwaitReport", "Full")
            .Package("PooledAwait.Fody").OtherPackage(Package, CentralVersions.Of(Package))
            .Text("Program.cs", File.ReadAllText(Repository.PathOf("Tests", "Packaging", "Aspects", "Program.cs")));
    }

    [TestCase("Woven")]
    [TestCase("Ordered")]
    public void A_woven_program_runs_its_aspects(string name)
    {
        Assert.That(Run(name), Is.EqualTo(Run("NotWoven")));
        Assert.That(Report(name), Does.Contain("wrapped-kick-off").And.Contain("\"changed\""));
    }

    [Test]
    public void A_method_with_an_attribute_has_no_second_method()
    {
        Assert.That(Run("Attributed"), Is.EqualTo(Run("NotWoven")));
        Assert.That(Report("Attributed"), Does.Contain("acted-on").And.Contain("\"changed\""));
    }

    [Test]
    public void A_project_that_switches_aspects_off_is_woven_all_the_same() => Assert.That(Report("WithoutAspects"), Does.Contain("\"changed\"").And.Not.Contain("wrapped-kick-off"));

    [Test]
    public void The_next_build_injects_and_weaves_nothing_until_the_source_changes([Values("Woven", "Ordered")] string name)
    {
        var project = _projects[name];
        Assert.That(WeavingEvidence.Happened(project.Build("-c", "Release", "--no-restore")), Is.False);

        File.AppendAllText(Path.Combine(project.Folder, "Program.cs"), "// Changed.\n");
        Assert.That(WeavingEvidence.Happened(project.Build("-c", "Release", "--no-restore")), Is.True);
        Assert.That(WeavingEvidence.Happened(project.Build("-c", "Release", "--no-restore")), Is.False);
        Assert.That(Run(name), Is.EqualTo(Run("NotWoven")));
    }

    [Test]
    public void Aspects_are_injected_once_they_are_switched_on_again()
    {
        var project = _projects["WithoutAspects"];

        Assert.That(WeavingEvidence.Happened(project.Build("-c", "Release", "--no-restore", "-p:AspectInjector_Enabled=true")), Is.True);

        Assert.That(Run("WithoutAspects"), Is.EqualTo(Run("NotWoven")));
        project.Build("-c", "Release", "--no-restore");
    }

    [Test]
    public void A_published_program_runs_its_aspects()
    {
        var project = _projects["Woven"];
        Dotnet.Run(project.Folder, "publish", "-c", "Release", "-o", "published");

        Assert.That(Dotnet.Run(project.Folder, Path.Combine(project.Folder, "published", "Woven.dll")), Is.EqualTo(Run("NotWoven")));
    }

    [Test]
    public void A_file_based_app_runs_its_aspects()
    {
        var folder = Packed.NewFolder();
        File.WriteAllText(Path.Combine(folder, "app.cs"), $"""
            #:package PooledAwait.Fody@{Packed.Version}
            #:package {Package}@{CentralVersions.Of(Package)}
            #:property PublishAot=false
            #:property Nullable=disable
            {File.ReadAllText(Repository.PathOf("Tests", "Packaging", "Aspects", "Program.cs"))}
            """);

        Assert.That(WithoutLines(Dotnet.Run(folder, "run", "app.cs", "-c", "Release")), Is.EqualTo(WithoutLines(Run("NotWoven"))));
        Dotnet.Run(folder, "clean", "app.cs");

        static string[] WithoutLines(string output) => [.. output.Split('\n').Select(line => line.Split(", line ")[0])];
    }

    private string Run(string name) => Dotnet.Run(_projects[name].Folder, _projects[name].Output("Release", "net10.0"));

    private string Report(string name) => File.ReadAllText(Path.Combine(_projects[name].Folder, "obj", "Release", "net10.0", $"{name}.PooledAwait.json"));
}
