using System.Text.RegularExpressions;

namespace Tests.Packaging;

/// <summary>
/// Woven code needs PooledAwait.Runtime. If a project's reference to the weaver's package also hides the runtime from other projects, the build reports it.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class RuntimeReferenceTests
{
    private readonly List<FreshProject> _projects = [];
    private FreshProject _hidingApplication = null!;
    private FreshProject _silenced = null!;
    private FreshProject _withoutRuntime = null!;
    private string _folder = "";
    private string _output = "";

    /// <summary>Builds all projects with one command, each in its own folder.</summary>
    [OneTimeSetUp]
    public void BuildAll()
    {
        _folder = Packed.NewFolder();
        foreach (var (place, hidden) in ((string, string)[])[("HidingAll", "all"), ("HidingRuntime", "analyzers; Runtime")])
        {
            Library(place).Woven(("PrivateAssets", hidden)).With("TreatWarningsAsErrors", "false");
        }

        Library("HidingBoth").Woven(("PrivateAssets", "all")).Package("PooledAwait.Runtime", ("PrivateAssets", "all"))
            .With("TreatWarningsAsErrors", "false");
        Library("Global").With("TreatWarningsAsErrors", "false").Text("Directory.Packages.props", $"""
            <Project>
              <PropertyGroup><ManagePackageVersionsCentrally>true</ManagePackageVersionsCentrally></PropertyGroup>
              <ItemGroup><GlobalPackageReference Include="PooledAwait.Fody" Version="{Packed.Version}" /></ItemGroup>
            </Project>
            """);
        _silenced = Library("Silenced").Woven(("PrivateAssets", "all")).With("NoWarn", "PA101");
        _hidingApplication = Add(FreshProject.Console(PathOf("Hiding"), "Application").Woven(("PrivateAssets", "all")));
        _withoutRuntime = Add(FreshProject.Console(PathOf("WithoutRuntime"), "Application").Woven(("ExcludeAssets", "compile")));

        // The last project and the project with the global reference must fail.
        _output = new FreshSolution(_folder, _projects).TryBuild("-c", "Release", "-v:n").Output;
    }

    [TestCase("HidingAll", "all")]
    [TestCase("HidingRuntime", "analyzers; Runtime")]
    public void A_library_that_hides_the_weaver_and_the_runtime_is_told_what_to_add(string place, string hidden)
    {
        Assert.That(Faults(place), Is.EqualTo((string[])
        [
            $"warning PA101: Library hides PooledAwait.Fody from the projects that use it (PrivateAssets=\"{hidden}\"), and with it " +
            $"PooledAwait.Runtime, which its woven assembly needs at run time. Add <PackageReference Include=\"PooledAwait.Runtime\" Version=\"{Packed.Version}\" /> " +
            "to Library.csproj. (To silence it: <NoWarn>$(NoWarn);PA101</NoWarn>.)",
        ]));
        Assert.That(File.Exists(At(place).Output("Release", "net10.0")), Is.True);
    }

    [Test]
    public void A_reference_to_the_runtime_that_is_hidden_as_well_does_not_help() =>
        Assert.That(Faults("HidingBoth"), Has.One.Items.And.One.StartsWith("warning PA101:"));

    [Test]
    public void A_global_reference_without_the_runtime_is_told_both_lines_that_it_needs()
    {
        var faults = Faults("Global").ToArray();

        Assert.That(faults, Has.One.StartsWith("warning PA101:").And.One.Contains(
            "Add <PackageReference Include=\"PooledAwait.Runtime\" /> to Library.csproj (or to Directory.Build.props, for all projects), and " +
            $"<PackageVersion Include=\"PooledAwait.Runtime\" Version=\"{Packed.Version}\" /> to Directory.Packages.props."));
        Assert.That(faults, Has.One.Contains("add <PackageReference Include=\"PooledAwait.Runtime\" />. With central package management, also add its PackageVersion."));
    }

    [Test]
    public void The_warning_can_be_silenced_and_an_application_gets_none()
    {
        Assert.That(Faults("Silenced"), Is.Empty);
        Assert.That(File.Exists(_silenced.Output("Release", "net10.0")), Is.True);

        Assert.That(_hidingApplication.FaultsIn(_output), Is.Empty);
        Assert.That(_hidingApplication.Run("Release").Builders, Is.EqualTo("PooledAwait.Runtime"));
    }

    [Test]
    public void Without_the_runtime_the_build_fails_with_one_error()
    {
        Assert.That(Faults("WithoutRuntime"), Has.One.Items.And.One.StartsWith("error").And.One.Contains("PooledAwait.Runtime"));
        Assert.That(File.Exists(_withoutRuntime.Output("Release", "net10.0")), Is.False);
    }

    private string PathOf(string place) => Path.Combine(_folder, place);

    private FreshProject Library(string place) => Add(FreshProject.Library(PathOf(place), "Library", "net10.0"));

    private FreshProject Add(FreshProject project)
    {
        _projects.Add(project);
        return project;
    }

    private FreshProject At(string place) => _projects.Single(project => Path.GetDirectoryName(project.Folder) == PathOf(place));

    // Returns the faults, without the file and the position at the beginning of each line.
    private IEnumerable<string> Faults(string place) =>
        At(place).FaultsIn(_output).Select(fault => Regex.Match(fault, @"\b(?:warning|error)(?: \w+)? ?: .*").Value);
}
