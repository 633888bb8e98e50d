using Mono.Cecil;

namespace Tests.Packaging;

/// <summary>
/// Tests the package in projects whose FodyWeavers.xml does not name the package. That happens if Directory.Build.props refers to the package, and
/// FodyWeavers.xml was written for other add-ins.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class NotNamedTests
{
    private const string Counting = "<Weavers><Counting /></Weavers>";

    private readonly Dictionary<string, FreshProject> _projects = [];
    private readonly Dictionary<string, string> _outputs = [];

    [OneTimeSetUp]
    public void BuildAll()
    {
        var folder = Packed.NewFolder();
        var counting = OtherWeaver.CompileTo(folder);

        Library("OwnFile").Item("WeaverFiles", counting).Weavers("<Counting /><!-- <PooledAwait /> -->");
        Library("Property").Item("WeaverFiles", counting).With("WeaverConfiguration", Counting);
        Library("NoOther").With("WeaverConfiguration", Counting);
        Library("NoneNamed").Weavers("<!-- <PooledAwait /> -->");
        Library("Signed").Item("WeaverFiles", counting).Weavers("<Counting />")
            .With("SignAssembly", "true").With("DelaySign", "true").With("AssemblyOriginatorKeyFile", Repository.PathOf("PooledAwait.Runtime", "PooledAwait.snk"));
        Library("SwitchedOff").Item("WeaverFiles", counting).Weavers("<Counting />").With("PooledAwaitEnabled", "false");
        var solution = new FreshSolution(folder, _projects.Values);
        foreach (var configuration in (string[])["Debug", "Release"])
        {
            _outputs.Add(configuration, solution.Build("-c", configuration, "-v:n"));
        }

        FreshProject Library(string name) => _projects[name] = FreshProject.Library(folder, name, "net10.0").Package("PooledAwait.Fody");
    }

    [Test]
    public void None_has_a_warning([Values("Debug", "Release")] string configuration) => Assert.That(_outputs[configuration], Does.Contain("0 Warning(s)"));

    [TestCase("OwnFile", "FodyWeavers.xml")]
    [TestCase("Property", "The property WeaverConfiguration")]
    [TestCase("NoOther", "The property WeaverConfiguration")]
    [TestCase("NoneNamed", "FodyWeavers.xml")]
    [TestCase("Signed", "FodyWeavers.xml")]
    public void One_line_says_in_release_how_to_add_it(string name, string place) => Assert.Multiple(() =>
    {
        Assert.That(Told("Debug", name), Is.Empty, "There is nothing to weave.");
        Assert.That(Told("Release", name), Is.EqualTo((string[])
        [
            $"PooledAwait: {name} is not woven. {place} does not name PooledAwait. To weave it, add <PooledAwait /> there, as the last element. " +
            "(<PooledAwaitEnabled>false</PooledAwaitEnabled> hides this message.)",
        ]));
    });

    [Test]
    public void No_line_does_where_it_is_switched_off() => Assert.That(Told("Release", "SwitchedOff"), Is.Empty);

    [TestCase("OwnFile", true)]
    [TestCase("Property", true)]
    [TestCase("NoOther", false)]
    [TestCase("NoneNamed", false)]
    [TestCase("Signed", true)]
    [TestCase("SwitchedOff", true)]
    public void Is_woven_by_what_is_named_alone(string name, bool isCounted) => Assert.Multiple(() =>
    {
        foreach (var configuration in _outputs.Keys)
        {
            using var module = ModuleDefinition.ReadModule(_projects[name].Output(configuration, "net10.0"));
            Assert.That(module.GetType("Counting") != null, Is.EqualTo(isCounted), configuration);
            Assert.That(WeavingEvidence.IsWoven(module.FileName), Is.False, configuration);
        }
    });

    private string[] Told(string configuration, string name) =>
        [.. _outputs[configuration].Split('\n').Select(line => line.Trim()).Where(line => line.StartsWith($"PooledAwait: {name} is not woven.", StringComparison.Ordinal))];
}
