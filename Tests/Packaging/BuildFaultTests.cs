using System.Text.RegularExpressions;
using NUnit.Framework;
using Tests.Faults;

namespace Tests.Packaging;

/// <summary>
/// What only a build meets: projects that were built, each of which something is wrong with since, in one solution that is built again, twice.
/// </summary>
[Category("Packaging")]
public sealed class BuildFaultTests
{
    private readonly Dictionary<string, (FreshProject Project, byte[] Output)> _projects = [];
    private string _folder = "";
    private (int ExitCode, string Output) _first;
    private (int ExitCode, string Output) _second;

    [OneTimeSetUp]
    public void BuildAll()
    {
        _folder = Packed.NewFolder();
        foreach (var fault in BuildFault.All)
        {
            var project = FreshProject.Library(_folder, fault.Name, "net10.0").Woven();
            _projects.Add(fault.Name, (project, []));
        }

        File.WriteAllText(
            Path.Combine(_folder, "All.slnx"),
            $"<Solution>{string.Concat(BuildFault.All.Select(fault => $"<Project Path=\"{fault.Name}/{fault.Name}.csproj\" />"))}</Solution>");
        Dotnet.Run(_folder, "build", "All.slnx", "-m");
        foreach (var fault in BuildFault.All)
        {
            var project = _projects[fault.Name].Project;
            _projects[fault.Name] = (project, File.ReadAllBytes(project.Output("Debug", "net10.0")));
            fault.Break(project.Folder);
        }

        _first = Dotnet.TryRun(_folder, "build", "All.slnx", "-m", "--no-restore");
        _second = Dotnet.TryRun(_folder, "build", "All.slnx", "-m", "--no-restore");
    }

    [Test]
    public void Fails([Values] bool again) => Assert.That((again ? _second : _first).ExitCode, Is.EqualTo(1));

    [TestCaseSource(typeof(BuildFault), nameof(BuildFault.All))]
    public void Is_told_and_leaves_what_was_built_as_it_was(BuildFault fault) => Assert.Multiple(() =>
    {
        var (project, output) = _projects[fault.Name];
        Assert.That(Told(_first.Output, fault.Name), Is.EqualTo(fault.Told), () => $"Told: {Told(_first.Output, fault.Name)}");
        Assert.That(Told(_second.Output, fault.Name), Is.EqualTo(fault.Told), "The next build does not take the half done one for done.");
        Assert.That(File.ReadAllBytes(project.Output("Debug", "net10.0")), Is.EqualTo(output));
    });

    // Each once: a build repeats them in its summary.
    private string Told(string output, string name) =>
        string.Join("\n", Regex.Matches(output, $@"\berror(?: \w+)? ?: (.*?)(?= \[[^\[\]]*{name}\.csproj[^\]]*\]\r?$)", RegexOptions.Multiline)
            .Select(match => match.Groups[1].Value.Replace(Path.Combine(_folder, name), "…"))
            .Distinct());
}
