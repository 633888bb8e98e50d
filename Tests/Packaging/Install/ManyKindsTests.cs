using Mono.Cecil;
using NUnit.Framework;

namespace Tests.Packaging.Install;

/// <summary>
/// Adds one line to the Directory.Build.props of a repository with projects of a dozen kinds, whose warnings are errors. Checks what is woven, what is left alone, and that all of it still works.
/// One clone of the repository is built in Debug, and two in Release.
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
        var counting = OtherWeaver.CompileTo(folder);
        _repository = new ManyKinds(Path.Combine(folder, "One"), counting);
        _secondClone = new ManyKinds(Path.Combine(folder, "TheSecondClone"), counting);

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
    [TestCase("Native")]
    [TestCase("NUnitTests")]
    [TestCase("MSTestTests")]
    [TestCase("XunitTests")]
    [TestCase("TUnitTests")]
    public void Is_woven_in_Release_and_left_alone_in_Debug(string name)
    {
        Assert.That(WeavingEvidence.IsWoven(_repository.Output(name, "Release")), Is.True);
        Assert.That(WeavingEvidence.IsWoven(_repository.Output(name, "Debug")), Is.False);
    }

    [TestCase("Release")]
    [TestCase("Debug")]
    public void A_source_generator_is_left_alone(string configuration) =>
        Assert.That(WeavingEvidence.IsWoven(_repository.Output("Generator", configuration)), Is.False);

    [TestCase("Release")]
    [TestCase("Debug")]
    public void A_project_whose_FodyWeavers_xml_names_another_add_in_alone_has_what_that_does(string configuration)
    {
        using var module = ModuleDefinition.ReadModule(_repository.Output("OtherAddIn", configuration));

        Assert.That(module.GetType("Counting"), Is.Not.Null);
        Assert.That(WeavingEvidence.IsWoven(module.FileName), Is.False);
    }

    [TestCase("Application", "generated, 7")]
    [TestCase("Web", "served, 7")]
    [TestCase("Worker", "worked, 7")]
    [TestCase("Native", "ran, 7")]
    public void Its_programs_run(string name, string expected) => Assert.Multiple(() =>
    {
        foreach (var configuration in (string[])["Debug", "Release"])
        {
            Assert.That(Dotnet.Run(_repository.Folder, _repository.Output(name, configuration)), Does.Contain(expected), configuration);
        }
    });

    [TestCase("Debug")]
    [TestCase("Release")]
    public void Its_file_based_program_runs(string configuration) =>
        Assert.That(Dotnet.Run(Path.Combine(_repository.Folder, "Tool"), "run", "Tool.cs", "-c", configuration), Does.Contain("ran, 7"));

    [TestCase("Debug")]
    [TestCase("Release")]
    public void Its_tests_pass(string configuration)
    {
        // VSTest runs the first two, which is the default. The others are programs.
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
        // Left out: xunit.v3 gives its generated entry point a random name in each build, and an assembly that Fody weaves only for other add-ins names the folder of its symbols.
        var (one, other) = (Written(_repository), Written(_secondClone));
        Assert.That(other.Keys, Is.EquivalentTo(one.Keys));
        Assert.That(one, Has.Count.EqualTo(2 * (_repository.Projects.Count - 1)), "An assembly and symbols of each: two projects are left out, and one has two frameworks.");
        foreach (var (file, bytes) in one)
        {
            Assert.That(other[file].AsSpan().SequenceEqual(bytes), file);
        }

        static Dictionary<string, byte[]> Written(ManyKinds repository) => repository.Written("Release", repository.Projects.Where(project => project.Name is not ("XunitTests" or "OtherAddIn")));
    });
}
