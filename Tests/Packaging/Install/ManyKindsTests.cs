namespace Tests.Packaging.Install;

/// <summary>
/// Adds one line to the Directory.Build.props of a repository with projects of many kinds, whose warnings are errors. Checks what is woven, what is left
/// alone, and that everything still works. One clone of the repository is built in Debug, and two in Release.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class ManyKindsTests
{
    private ManyKinds _repository = null!;
    private ManyKinds _secondClone = null!;
    private string _release = "";
    private string _debug = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        var folder = Packed.NewFolder();
        _repository = new ManyKinds(Path.Combine(folder, "One"));
        _secondClone = new ManyKinds(Path.Combine(folder, "TheSecondClone"));

        _release = new FreshSolution(folder, [.. _repository.Projects, .. _secondClone.Projects], "Release").Build("-c", "Release", "-v:n");
        _debug = new FreshSolution(folder, _repository.Projects, "Debug").Build("-c", "Debug", "-v:n", "--no-restore");
    }

    [Test]
    public void Nothing_warns() => Assert.Multiple(() =>
    {
        Assert.That(_release, Does.Contain("0 Warning(s)"));
        Assert.That(_debug, Does.Contain("0 Warning(s)"));
    });

    [TestCase("Shop")]
    [TestCase("Application")]
    [TestCase("Web")]
    [TestCase("Worker")]
    [TestCase("NUnitTests")]
    [TestCase("MSTestTests")]
    [TestCase("XunitTests")]
    [TestCase("TUnitTests")]
    public void Is_woven_in_Release_and_left_alone_in_Debug(string name)
    {
        Assert.That(WeavingEvidence.IsWoven(_repository.Output(name, "Release")), Is.True);
        Assert.That(WeavingEvidence.IsWoven(_repository.Output(name, "Debug")), Is.False);
    }

    [TestCase("Application", "ran, 7")]
    [TestCase("Web", "served, 7")]
    [TestCase("Worker", "worked, 7")]
    public void Its_programs_run(string name, string expected) => Assert.Multiple(() =>
    {
        foreach (var configuration in (string[])["Debug", "Release"])
        {
            Assert.That(Dotnet.Run(_repository.Folder, _repository.Output(name, configuration)), Does.Contain(expected), configuration);
        }
    });

    [TestCase("Debug")]
    [TestCase("Release")]
    public void Its_tests_pass(string configuration)
    {
        // VSTest, which is the default, runs the first two test projects. The other test projects are programs.
        var output = Dotnet.Run(_repository.Folder, "test", _repository.Output("NUnitTests", configuration), _repository.Output("MSTestTests", configuration));
        Assert.That(output, Does.Match(@"Passed!\s+- Failed:\s+0, Passed:\s+1\b.*NUnitTests\.dll").And.Match(@"Passed!\s+- Failed:\s+0, Passed:\s+1\b.*MSTestTests\.dll"));
        foreach (var name in (string[])["XunitTests", "TUnitTests"])
        {
            var tested = Dotnet.Run(_repository.Folder, _repository.Output(name, configuration));
            Assert.That(tested, Does.Match(@"(?i)(total: 1, .*failed: 0|total: 1\s+failed: 0)"), name);
        }
    }

    [Test]
    public void Is_the_same_bytes_in_two_folders() => Assert.Multiple(() =>
    {
        // XunitTests is left out, because xunit.v3 gives its generated entry point a random name in each build.
        var (one, other) = (Written(_repository), Written(_secondClone));
        Assert.That(other.Keys, Is.EquivalentTo(one.Keys));
        Assert.That(one, Has.Count.EqualTo(2 * _repository.Projects.Count), "An assembly and symbols of each: one project is left out, and one has two frameworks.");
        foreach (var (file, bytes) in one)
        {
            Assert.That(other[file].AsSpan().SequenceEqual(bytes), file);
        }

        static Dictionary<string, byte[]> Written(ManyKinds repository) => repository.Written("Release", repository.Projects.Where(project => project.Name != "XunitTests"));
    });
}
