using System.Text.Json.Nodes;
using NUnit.Framework;
using Tests.Reporting.Page;
using static Microsoft.Playwright.Assertions;

namespace Tests.Packaging;

/// <summary>The steps of somebody who met the package today, each in a project of their own.</summary>
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class NewcomerTests
{
    /// <summary>The line as the documentation has it.</summary>
    private const string DebugUnwoven = "<PooledAwaitEnabled Condition=\"'$(Configuration)' == 'Debug'\">false</PooledAwaitEnabled>";

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

    [Test]
    public void Weaves_one_namespace_only()
    {
        var project = New("<PooledAwait Include='Shop.Admin.*' Report='Full' />");

        project.Build("-c", "Release");

        var methods = JsonNode.Parse(File.ReadAllText(Written(project, "Release", "json")))!["methods"]!.AsArray();
        Assert.That(
            methods.Where(method => ((string)method!["name"]!).StartsWith("Shop", StringComparison.Ordinal))
                .Select(method => $"{method!["name"]} {method["file"]}:{method["line"]} {method["decisions"]![0]!["outcome"]}"),
            Is.EqualTo((string[])["Shop.Admin.Audit.CountAsync() Shop.cs:10 changed", "Shop.Cart.TotalAsync() Shop.cs:5 leftAlone"]));
    }

    [Test]
    public async Task Reads_the_report_in_a_browser()
    {
        var project = New("<PooledAwait Report='Full' />");
        var output = project.Build("-c", "Release");

        Assert.That(output, Does.Contain($"Every decision is told in {Written(project, "Release", "html")}"));
        var page = await Browser.NewPage();
        await page.GotoAsync(new Uri(Written(project, "Release", "html")).AbsoluteUri);
        await page.GetByRole(Microsoft.Playwright.AriaRole.Searchbox).FillAsync("TotalAsync");
        await Expect(page.Locator("#rows td")).ToHaveTextAsync(["Shop.Cart.TotalAsync()", "Shop.cs:5", "Pooled builder", "Changed", "104"]);
        await page.CloseAsync();
    }

    [Test]
    public void Commits_IL_snapshots_that_another_build_of_the_same_source_does_not_change()
    {
        var one = Snapshots(New("<PooledAwait Snapshots='true' Include='Shop.*' />"));
        var two = Snapshots(New("<PooledAwait Snapshots='true' Include='Shop.*' />"));

        const string Before = "Shop.Cart.TotalAsync().before.il";
        const string After = "Shop.Cart.TotalAsync().after.il";
        string[] all = ["Shop.Admin.Audit.CountAsync().after.il", "Shop.Admin.Audit.CountAsync().before.il", After, Before];
        Assert.That(one.Keys, Is.EqualTo(all));
        Assert.That(one, Is.EqualTo(two));
        Assert.That(one[Before], Does.Contain("System.Runtime.CompilerServices.AsyncValueTaskMethodBuilder`1").And.Not.Contain("Pooled"));
        Assert.That(one[After], Does.Contain("[PooledAwait.Runtime]PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder`1"));

        // A pull request shows the method whose code changed, and none that only moved down.
        var project = New("<PooledAwait Snapshots='true' Include='Shop.*' />");
        project.Text("Shop.cs", "// A line more.\n" + Shop.Replace(Total("1"), Total("2"), StringComparison.Ordinal));
        var changed = Snapshots(project);
        Assert.That(changed.Keys, Is.EqualTo(one.Keys));
        Assert.That(
            changed.Where(file => file.Value != one[file.Key]).Select(file => file.Key),
            Is.EqualTo((string[])[After, Before]));

        static string Total(string result) => $"TotalAsync() {{ await Task.Yield(); return {result}; }}";

        static SortedDictionary<string, string> Snapshots(FreshProject project)
        {
            project.Build("-c", "Release");
            var files = Directory.GetFiles(Written(project, "Release", "il"));
            return new(files.ToDictionary(file => Path.GetFileName(file)!, File.ReadAllText), StringComparer.Ordinal);
        }
    }

    [Test]
    public void Silences_one_warning()
    {
        var project = New("<PooledAwait Include='Shop.Nowhere.*|Shop.Cart' />")
            .Text("Price.cs", "namespace Shop { static class Price { [PooledAwait.PooledAwait] public static int Of() => 1; } }")
            .With("TreatWarningsAsErrors", "false");

        var output = project.TryBuild().Output;
        const string Pattern = @"PA001: the pattern 'Shop\.Nowhere\.\*' of Include matches nothing";
        Assert.That(output, Does.Match($@"FodyWeavers\.xml\(\d+,\d+.*\): warning : .*{Pattern}"));
        Assert.That(output, Does.Match(@"Price\.cs\(1,\d+.*\): warning : .*PA003: Shop\.Price\.Of\(\)").And.Contain("2 Warning(s)"));

        project.Weavers("<PooledAwait Include='Shop.Nowhere.*|Shop.Cart' Suppress='PA001' />");
        Assert.That(project.TryBuild().Output, Does.Contain("PA003").And.Contain("1 Warning(s)").And.Not.Contain("PA001:"));
    }

    [Test]
    public void Has_warnings_as_errors_where_the_project_asks_for_them()
    {
        var (exitCode, output) = New("<PooledAwait Include='Shop.Nowhere.*|Shop.Cart' />").TryBuild();

        Assert.That(exitCode, Is.Not.Zero);
        Assert.That(output, Does.Contain("1 Error(s)").And.Match(@"FodyWeavers\.xml\(\d+,\d+.*\): error : .*PA001: "));
    }

    [Test]
    public void Is_told_what_is_no_fault_of_theirs_without_failing_where_warnings_are_errors()
    {
        var project = New("<PooledAwait />").Text("Twice.cs", """
            namespace Shop
            {
                static class Twice
                {
                    static async System.Threading.Tasks.ValueTask<int> One() { await System.Threading.Tasks.Task.Yield(); return 1; }
                    public static int Two() { var one = One(); return one.GetAwaiter().GetResult() + one.GetAwaiter().GetResult(); }
                }
            }
            """);

        Assert.That(project.Build("-c", "Release"), Does.Match(@"Twice\.cs\(5,\d+\): PooledAwait PA002: Shop\.Twice\.One\(\)"));
    }

    [Test]
    public void Is_told_by_a_message_why_the_report_has_no_lines()
    {
        var project = New("<PooledAwait Report='Full' />").With("DebugType", "none");

        Assert.That(project.Build(), Does.Contain("PooledAwait PA005: Library.dll has no symbols"));
        Assert.That(File.ReadAllText(Written(project, "Debug", "json")), Does.Contain("Shop.Cart.TotalAsync()").And.Not.Contain("\"line\""));

        project.Weavers("<PooledAwait Report='Full' Suppress='PA005' />");
        Assert.That(project.Build(), Does.Not.Contain("PA005"));
    }

    [Test]
    public void Switches_weaving_off_for_Debug_in_one_line()
    {
        var project = New("<PooledAwait />");
        project.Text("Directory.Build.props", $"<Project><PropertyGroup>{DebugUnwoven}</PropertyGroup></Project>");

        foreach (var page in (string[])["README.md", "docs/scopes.md"])
        {
            Assert.That(File.ReadAllText(Repository.PathOf(page)), Does.Contain(DebugUnwoven), page);
        }

        project.Build("-c", "Debug");
        project.Build("-c", "Release");

        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.False);
        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.True);

        project.Build("-c", "Debug", "-p:PooledAwaitEnabled=true");
        Assert.That(WeavingEvidence.IsWoven(project.Output("Debug", "net10.0")), Is.True, "A changed switch weaves anew.");
    }

    [Test]
    public void Configures_all_projects_in_one_place()
    {
        var project = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Package("PooledAwait.Fody").Text("Shop.cs", Shop)
            .Text("Directory.Build.props", """
                <Project>
                  <PropertyGroup>
                    <WeaverConfiguration>&lt;Weavers&gt;&lt;PooledAwait Include="Shop.Admin.*" Report="Full" /&gt;&lt;/Weavers&gt;</WeaverConfiguration>
                  </PropertyGroup>
                </Project>
                """);

        project.Build("-c", "Release");

        Assert.That(WeavingEvidence.IsWoven(project.Output("Release", "net10.0")), Is.True);
        Assert.That(File.ReadAllText(Written(project, "Release", "txt")), Does.Contain("Left alone, not-included"));
    }

    [Test]
    public void Leaves_nothing_behind_after_clean()
    {
        var project = New("<PooledAwait Report='Full' Snapshots='true' />");
        project.Build("-c", "Release");
        string[] written =
        [
            "Library.PooledAwait.html", "Library.PooledAwait.json", "Library.PooledAwait.txt",
            "Shop.Admin.Audit.CountAsync().after.il", "Shop.Admin.Audit.CountAsync().before.il",
            "Shop.Cart.TotalAsync().after.il", "Shop.Cart.TotalAsync().before.il",
        ];
        Assert.That(Files(), Is.SupersetOf(written));

        Dotnet.Run(project.Folder, "clean", "-c", "Release");

        Assert.That(Files(), Is.Empty);

        string[] Files() =>
        [
            .. Directory.GetFiles(Path.Combine(project.Folder, "obj"), "*", SearchOption.AllDirectories)
                .Select(file => Path.GetFileName(file))
                .Where(name => (name.Contains(".PooledAwait.", StringComparison.Ordinal) && !name.EndsWith(".cache", StringComparison.Ordinal)) ||
                    name.EndsWith(".il", StringComparison.Ordinal)),
        ];
    }

    private static FreshProject New(string element) =>
        FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Woven().Text("Shop.cs", Shop).Weavers(element);

    private static string Written(FreshProject project, string configuration, string kind) =>
        Path.Combine(project.Folder, "obj", configuration, "net10.0", $"{project.Name}.PooledAwait.{kind}");
}
