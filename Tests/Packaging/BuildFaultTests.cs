using System.Text.RegularExpressions;
using Tests.Faults;

namespace Tests.Packaging;

/// <summary>
/// Tests faults that occur only in builds. One solution contains all projects. It is built once without faults. Then each project gets a fault of its own,
/// and the solution is built twice more.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class BuildFaultTests
{
    private readonly Dictionary<string, FreshProject> _projects = [];
    private readonly Dictionary<string, byte[]> _built = [];
    private string _folder = "";
    private (int ExitCode, string Output) _first;
    private (int ExitCode, string Output) _second;

    [OneTimeSetUp]
    public void BuildAll()
    {
        _folder = Packed.NewFolder();
        foreach (var fault in BuildFault.All)
        {
            _projects.Add(fault.Name, FreshProject.Library(_folder, fault.Name, "net10.0").Woven().With("PooledAwaitEnabled", "true"));
        }

        var solution = new FreshSolution(_folder, _projects.Values);
        solution.Build();
        foreach (var fault in BuildFault.All)
        {
            _built.Add(fault.Name, Output(fault));
            fault.Break(_projects[fault.Name].Folder);
        }

        _first = solution.TryBuild("--no-restore");
        _second = solution.TryBuild("--no-restore");
    }

    [Test]
    public void Fails([Values] bool again) => Assert.That((again ? _second : _first).ExitCode, Is.EqualTo(1));

    [TestCaseSource(typeof(BuildFault), nameof(BuildFault.All))]
    public void Is_told_and_leaves_what_was_built_as_it_was(BuildFault fault) => Assert.Multiple(() =>
    {
        Assert.That(Told(_first.Output, fault.Name), Is.EqualTo(fault.Told));
        Assert.That(Told(_second.Output, fault.Name), Is.EqualTo(fault.Told), "The next build does not take the half done one for done.");
        Assert.That(Output(fault), Is.EqualTo(_built[fault.Name]));
    });

    // Errors give positions in the user's file, not in the file that Fody would write with its schema. An error in an MSBuild property gives only the project.
    [TestCase("WrongOption", "FodyWeavers.xml(1,23,1,46)")]
    [TestCase("TwoElements", "FodyWeavers.xml(1,39,1,50)")]
    [TestCase("WrongProperty", "WrongProperty.csproj ")]
    [TestCase("Attributes", "Both.cs(1,108,1,109)")]
    [TestCase("Unmatched", "FodyWeavers.xml(1,23,1,30)")]
    public void Names_the_file_and_the_line(string name, string place) =>
        Assert.That(_first.Output, Does.Contain($"{Path.Combine(_folder, name, place)}: error : Fody"));

    [Test]
    public void Leaves_a_FodyWeavers_xml_as_it_was_written() =>
        Assert.That(File.ReadAllText(Path.Combine(_folder, "Misspelt", "FodyWeavers.xml")), Does.StartWith("<Weavers>\r\n"));

    private byte[] Output(BuildFault fault) => File.ReadAllBytes(_projects[fault.Name].Output("Debug", "net10.0"));

    // Returns each error once, because a build repeats errors in its summary. MSBuild appends the project file to an error. If the error is in the project
    // file itself, the line begins with this file instead.
    private string Told(string output, string name) =>
        string.Join("\n", Regex.Matches(output, $@"\berror(?: \w+)? ?: (?<told>.*?)(?= \[[^\[\]]*{name}\.csproj[^\]]*\]\r?$)|{name}\.csproj : error(?: \w+)? ?: (?<told>.*?)\r?$", RegexOptions.Multiline)
            .Select(match => match.Groups["told"].Value.Replace(Path.Combine(_folder, name), "…"))
            .Distinct());
}
