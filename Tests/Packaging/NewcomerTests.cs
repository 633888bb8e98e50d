using System.Text.Json.Nodes;

namespace Tests.Packaging;

/// <summary>Takes the steps of a user who is new to the package, each in its own project. One command builds all projects.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class NewcomerTests
{
    private const string Shop = """
        using System.Threading.Tasks;

        namespace Shop
        {
            public static class Cart { public static async ValueTask<int> TotalAsync() { await Task.Yield(); return 1; } }
        }

        namespace Shop.Admin
        {
            public static class Audit { public static async ValueTask<int> CountAsync() { await Task.Yield(); return 1; } }
        }
        """;

    private readonly List<FreshProject> _projects = [];
    private FreshProject _oneNamespace = null!;
    private FreshProject _warned = null!;
    private FreshProject _silenced = null!;
    private FreshProject _strict = null!;
    private FreshProject _consumingTwice = null!;
    private FreshProject _withoutSymbols = null!;
    private FreshProject _withoutSymbolsSilenced = null!;
    private FreshProject _cleaned = null!;
    private string _folder = "";
    private string _output = "";

    [OneTimeSetUp]
    public void BuildAll()
    {
        const string Unmatched = "<PooledAwait Include='Shop.Nowhere.*|Shop.Cart' />";
        const string NotAsync = "namespace Shop { static class Price { [PooledAwait.PooledAwait] public static int Of() => 1; } }";

        _folder = Packed.NewFolder();
        _oneNamespace = New("OneNamespace", "<PooledAwait Include='Shop.Admin.*' Report='Full' />");

        _warned = New("Warned", Unmatched).Text("Price.cs", NotAsync).With("TreatWarningsAsErrors", "false");
        _silenced = New("Silenced", Unmatched.Replace(" />", " Suppress='PA001' />")).Text("Price.cs", NotAsync).With("TreatWarningsAsErrors", "false");
        _strict = New("Strict", Unmatched);
        _consumingTwice = New("ConsumingTwice", "<PooledAwait />").Text("Twice.cs", """
            namespace Shop
            {
                static class Twice
                {
                    static async System.Threading.Tasks.ValueTask<int> One() { await System.Threading.Tasks.Task.Yield(); return 1; }
                    public static int Two() { var one = One(); return one.GetAwaiter().GetResult() + one.GetAwaiter().GetResult(); }
                }
            }
            """);
        _withoutSymbols = New("WithoutSymbols", "<PooledAwait Report='Full' />").With("DebugType", "none");
        _withoutSymbolsSilenced = New("WithoutSymbolsSilenced", "<PooledAwait Report='Full' />").With("DebugType", "none").With("PooledAwaitSuppress", "$(PooledAwaitSuppress);PA005");
        _cleaned = New("Cleaned", "<PooledAwait Report='Full' Snapshots='true' />");

        // Some of the projects must fail.
        _output = new FreshSolution(_folder, _projects).TryBuild("-c", "Release", "-v:n").Output;
    }

    [Test]
    public void Builds_without_a_warning_where_none_is_meant()
    {
        FreshProject[] withFaults = [_warned, _silenced, _strict];

        Assert.That(_projects.Except(withFaults).SelectMany(project => project.FaultsIn(_output)), Is.Empty, _output);
        Assert.That(_projects.Except([_strict]).Where(project => !File.Exists(project.Output("Release", "net10.0"))), Is.Empty, _output);
    }

    [Test]
    public void Weaves_one_namespace_only()
    {
        var methods = JsonNode.Parse(File.ReadAllText(Written(_oneNamespace, "json")))!["assemblies"]![0]!["methods"]!.AsArray();
        Assert.That(
            methods.Where(method => ((string)method!["name"]!).StartsWith("Shop", StringComparison.Ordinal))
                .Select(method => $"{method!["name"]} {method["file"]}:{method["line"]} {method["decisions"]![0]!["outcome"]}"),
            Is.EqualTo((string[])["Shop.Admin.Audit.CountAsync() Shop.cs:10 changed", "Shop.Cart.TotalAsync() Shop.cs:5 leftAlone"]));
    }

    [Test]
    public void Silences_one_warning()
    {
        var warnings = _warned.FaultsIn(_output);
        Assert.That(warnings, Has.Length.EqualTo(2));
        Assert.That(warnings, Has.One.Match(@"FodyWeavers\.xml\(\d+,\d+.*\): warning : .*PA001: the pattern 'Shop\.Nowhere\.\*' of Include matches nothing"));
        Assert.That(warnings, Has.One.Match(@"Price\.cs\(1,\d+.*\): warning : .*PA003: Shop\.Price\.Of\(\)"));

        Assert.That(_silenced.FaultsIn(_output), Has.One.Items.And.One.Contains("PA003"));
    }

    [Test]
    public void Has_warnings_as_errors_where_the_project_asks_for_them()
    {
        Assert.That(_strict.FaultsIn(_output), Has.One.Items.And.One.Match(@"FodyWeavers\.xml\(\d+,\d+.*\): error : .*PA001: "));
        Assert.That(File.Exists(_strict.Output("Release", "net10.0")), Is.False);
    }

    [Test]
    public void Is_told_what_is_no_fault_of_theirs_without_failing_where_warnings_are_errors() =>
        Assert.That(_output, Does.Match(@"ConsumingTwice.Twice\.cs\(5,\d+\): PooledAwait PA002: Shop\.Twice\.One\(\)"));

    [Test]
    public void Is_told_by_a_message_why_the_report_has_no_lines()
    {
        Assert.That(_output, Does.Contain("PooledAwait PA005: WithoutSymbols.dll has no symbols").And.Not.Contain("PA005: WithoutSymbolsSilenced"));
        Assert.That(File.ReadAllText(Written(_withoutSymbols, "json")), Does.Contain("Shop.Cart.TotalAsync()").And.Not.Contain("\"line\""));
        Assert.That(File.ReadAllText(Written(_withoutSymbolsSilenced, "json")), Does.Contain("Shop.Cart.TotalAsync()"));
    }

    [Test]
    public void Leaves_nothing_behind_after_clean()
    {
        string[] written =
        [
            "Cleaned.PooledAwait.html", "Cleaned.PooledAwait.json", "Cleaned.PooledAwait.txt",
            "Shop.Admin.Audit.CountAsync().after.il", "Shop.Admin.Audit.CountAsync().before.il",
            "Shop.Cart.TotalAsync().after.il", "Shop.Cart.TotalAsync().before.il",
        ];
        Assert.That(Files(), Is.SupersetOf(written));

        Dotnet.Run(_cleaned.Folder, "clean", "-c", "Release");

        Assert.That(Files(), Is.Empty);

        string[] Files() =>
        [
            .. Directory.GetFiles(Path.Combine(_cleaned.Folder, "obj"), "*", SearchOption.AllDirectories)
                .Select(file => Path.GetFileName(file))
                .Where(name => (name.Contains(".PooledAwait.", StringComparison.Ordinal) && !name.EndsWith(".cache", StringComparison.Ordinal)) ||
                    name.EndsWith(".il", StringComparison.Ordinal)),
        ];
    }

    private FreshProject New(string name, string element) =>
        Add(FreshProject.Library(_folder, name, "net10.0").Woven().Text("Shop.cs", Shop).Weavers(element));

    private FreshProject Add(FreshProject project)
    {
        _projects.Add(project);
        return project;
    }

    private static string Written(FreshProject project, string kind) =>
        Path.Combine(project.Folder, "obj", "Release", "net10.0", $"{project.Name}.PooledAwait.{kind}");
}
