using System.Text.RegularExpressions;

namespace Tests.Packaging;

/// <summary>
/// Publishes a program twice: not woven, and woven. The program's methods have the attributes that the analysers of trimming and ahead-of-time compilation
/// read. In compiler-generated code, the analysers recognise the user's method by names and code patterns. The weaver must keep these names and patterns.
/// </summary>
[Thorough]
[Category("Packaging")]
[TestFixtureSource(nameof(Publications))]
[Parallelizable(ParallelScope.Self)]
public sealed partial class TrimWarningsTests(string framework, string kind)
{
    private FreshProject _plain = null!;
    private FreshProject _woven = null!;
    private string _output = "";

    // PublishAot trims too. So if there is a linker, a usual test run needs only PublishAot.
    private static IEnumerable<object[]> Publications =>
        Extent.IsWhole ? [["net10.0", "PublishTrimmed"], ["net8.0", "PublishTrimmed"], ["net8.0", "PublishAot"]]
        : Linker.IsHere ? [["net8.0", "PublishAot"]]
        : [["net10.0", "PublishTrimmed"]];

    [OneTimeSetUp]
    public void Publish()
    {
        if (kind == "PublishAot" && !Linker.IsHere)
        {
            Assert.Ignore("There is no linker here.");
        }

        var folder = Packed.NewFolder();
        _plain = Project(folder, "Plain");
        _woven = Project(folder, "Woven").Woven();
        _output = new FreshSolution(folder, [_plain, _woven]).Publish("-c", "Release");
    }

    [Test]
    public void Are_the_same_woven_and_not_woven()
    {
        Assert.That(_output.Split(" calls given a state object"), Has.Length.EqualTo(2));
        Assert.That(Warnings(_woven), Is.EqualTo(Warnings(_plain)));
    }

    [Test]
    public void Are_given_where_no_attribute_covers_what_is_called()
    {
        var uncovered = Warnings(_plain).Where(warning => warning.StartsWith("Uncovered.cs"));

        Assert.That(uncovered.Where(warning => warning.EndsWith("IL2026")), Has.Exactly(6).Items);
        Assert.That(uncovered.Where(warning => warning.EndsWith("IL3050")), Has.Exactly(kind == "PublishAot" ? 6 : 0).Items);
    }

    [Test]
    public void Leave_a_program_that_runs() => Assert.Multiple(() =>
    {
        foreach (var project in (FreshProject[])[_plain, _woven])
        {
            var program = Directory.GetFiles(project.Folder, OperatingSystem.IsWindows() ? $"{project.Name}.exe" : project.Name, SearchOption.AllDirectories)
                .Single(file => Path.GetFileName(Path.GetDirectoryName(file)) == "publish");
            var (exitCode, output) = ChildProcess.Run(program, project.Folder, "name");
            Assert.That((exitCode, output.ReplaceLineEndings("\n")), Is.EqualTo((0, "6 5 7 12 5 6 8 TrueTrue True\nname 1\nFalse\n")));
        }
    });

    private FreshProject Project(string folder, string name) => FreshProject.In(folder, name, ".csproj")
        .With("TargetFramework", framework)
        .With("OutputType", "Exe")
        .With("UseCurrentRuntimeIdentifier", "true")
        .With(kind, "true")
        .With("PooledAwaitStateObjects", "All")
        .With("TrimmerSingleWarn", "false")
        .With("TreatWarningsAsErrors", "false")
        // Switches the compiler's analysers off. They read only the source, which weaving does not change.
        .With("EnableTrimAnalyzer", "false")
        .With("EnableAotAnalyzer", "false")
        .With("EnableSingleFileAnalyzer", "false")
        .Item("TrimmerRootAssembly", name)
        .Item("Compile", Repository.PathOf("Tests", "Packaging", "Trimmed", "*.cs"));

    /// <summary>Returns each warning once: its line and identifier, or its text if it has no line.</summary>
    private IEnumerable<string> Warnings(FreshProject project) => Warning().Matches(_output)
        .Where(match => Path.GetFileName(match.Groups["project"].Value).StartsWith(project.Name))
        .Select(match => match.Groups["file"].Success
            ? $"{Path.GetFileName(match.Groups["file"].Value)}:{match.Groups["line"].Value} {match.Groups["id"].Value}"
            : $"{match.Groups["id"].Value}: {match.Groups["text"].Value}")
        .Distinct()
        .Order(StringComparer.Ordinal);

    [GeneratedRegex(@"^\s*((?<file>[^(\n]+)\((?<line>\d+)[^)\n]*\)|[^:\n]*?) ?: (\w+ )*warning (?<id>IL\d{4}): (?<text>.*?) \[(?<project>[^\]\n]*)\]", RegexOptions.Multiline)]
    private static partial Regex Warning();
}
