using System.Text.RegularExpressions;
using System.Xml.Linq;
using Fody;
using PooledAwait.Fody;
using PooledAwait.Fody.Options;

namespace Tests.Options;

/// <summary>Tests options that a build sets with MSBuild properties.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class BuildPropertiesTests
{
    [Test]
    public void The_element_wins_over_a_property()
    {
        var options = Read("<PooledAwait WhenAny='Tasks'><Report>None</Report></PooledAwait>", ("WhenAny", "None"), ("Report", "Full"), ("OptIn", "true"));

        Assert.That(options, Is.EqualTo(new WeaverOptions { WhenAny = PooledWhenAny.Tasks, Report = ReportLevel.None, OptIn = true }));
    }

    [TestCase("Include", "Exclude")]
    [TestCase("Exclude", "Include")]
    public void Patterns_of_the_element_win_over_those_of_either_property(string given, string property)
    {
        var options = Read($"<PooledAwait {given}='Shop.*' />", (property, "Other.*"));

        Assert.That(options.Include.Concat(options.Exclude).Select(pattern => pattern.Text), Is.EqualTo(["Shop.*"]));
    }

    [Test]
    public void What_is_not_allowed_is_named_as_it_is_spelt()
    {
        Assert.That(
            () => Read("<PooledAwait/>", ("Report", "Ful")),
            Throws.TypeOf<WeavingException>().With.Message.EqualTo(
                "project: the property PooledAwaitReport is 'Ful'; did you mean 'Full'? Allowed are None, Summary, Full."));
        Assert.That(
            () => Read("<PooledAwait/>", ("Include", "A"), ("Exclude", "B")),
            Throws.TypeOf<WeavingException>().With.Message.EqualTo(
                "project: 'PooledAwaitInclude' and 'PooledAwaitExclude' are both given; only one of them is allowed."));
    }

    [TestCase("WhenAny=Some", "<PooledAwait />", "the property PooledAwaitWhenAny is 'Some'; allowed are None, Tasks, All")]
    [TestCase("Enabled=true", "<PooledAwait OptIn='maybe' />", "<PooledAwait> of the project in '': attribute 'OptIn' is 'maybe'; allowed are true, false")]
    public void What_no_FodyWeavers_xml_says_is_told_with_the_project_for_its_file(string property, string element, string error)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.PathOf("App.csproj.PooledAwait.inputs.cache"), $"PooledAwait{property}\n");
        var weaver = new ModuleWeaver
        {
            Config = XElement.Parse(element), AssemblyFilePath = folder.PathOf("App.dll"), ProjectFilePath = "/src/App.csproj", ProjectDirectoryPath = "", SolutionDirectoryPath = "",
        };

        var thrown = Assert.Throws<WeavingException>(() => OptionsReader.Read(weaver))!;
        Assert.That(thrown.Message, Is.EqualTo($"PooledAwait PA006: {error}."));
        Assert.That((thrown.SequencePoint!.Document.Url, thrown.SequencePoint.StartLine), Is.EqualTo(("/src/App.csproj", 0)));
    }

    [Test]
    public void They_come_in_a_file_beside_the_assembly_whatever_they_say()
    {
        using var folder = new TemporaryFolder();
        const string Patterns = "\n  Shop.Café`1+*|A::<Main>$\n  'B' = C;%2A\n";
        File.WriteAllLines(
            folder.PathOf("App.csproj.PooledAwait.inputs.cache"),
            ["PooledAwaitEnabled=true", "/packages/PooledAwait.Fody.dll", $"PooledAwaitInclude={Uri.EscapeDataString(Patterns)}", "PooledAwaitReport=Full"]);
        var weaver = new ModuleWeaver { AssemblyFilePath = folder.PathOf("App.dll"), ProjectFilePath = "/src/App.csproj" };

        Assert.That(BuildProperties.Read(weaver), Is.EquivalentTo(new Dictionary<string, string> { ["Include"] = Patterns, ["Report"] = "Full" }));

        Assert.That(BuildProperties.FrameworkOfSeveral(weaver), Is.Null);
        File.AppendAllLines(folder.PathOf("App.csproj.PooledAwait.inputs.cache"), ["TargetFramework=net8.0"]);
        Assert.That(BuildProperties.FrameworkOfSeveral(weaver), Is.EqualTo("net8.0"));

        // The command-line tool weaves a finished assembly, so there is no project file. The tool gets its options directly.
        weaver.ProjectFilePath = folder.PathOf("App.dll");
        Assert.That(BuildProperties.Read(weaver), Is.Empty);
    }

    [Test]
    public void The_targets_hand_over_every_option()
    {
        var targets = File.ReadAllText(Repository.PathOf("PooledAwait.Fody", "build", "PooledAwait.Fody.targets"));

        Assert.That(
            Regex.Matches(targets, @"<_PooledAwaitOption Include=""PooledAwait(\w+)=\$\(\[System\.Uri\]::EscapeDataString\(\$\(PooledAwait\1\)\)\)""\s+Condition=""'\$\(PooledAwait\1\)' != ''"" />")
                .Select(match => match.Groups[1].Value),
            Is.EqualTo(WeaverOption.Names));
    }

    private static WeaverOptions Read(string xml, params (string Option, string Text)[] properties) =>
        OptionsReader.ReadFrom(XElement.Parse(xml), "project", properties.ToDictionary(property => property.Option, property => property.Text));
}
