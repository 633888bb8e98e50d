using System.Text.Json.Nodes;
using Tests.Report;

namespace Tests.Inspect;

/// <summary>Tests the report of one assembly, and the report that merges several reports.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class ReportCommandTests
{
    private static readonly JsonSchema s_schema = new(JsonNode.Parse(File.ReadAllText(Repository.PathOf("docs", "report.schema.json")))!);

    private ToolRun _run = null!;

    [SetUp]
    public void MakeFolder() => _run = new ToolRun();

    [TearDown]
    public void DeleteFolder() => _run.Dispose();

    [Test]
    public void Writes_a_page_JSON_and_a_text_and_nothing_else()
    {
        var input = _run.Compile("App", ToolRun.Code);

        Done("report", input, "-o", _run.PathOf("out", "a.html"), "-o", _run.PathOf("out", "a.json"), "-o", _run.PathOf("out", "a.txt"));

        Assert.That(_run.Files(), Is.EqualTo(new[] { "in/App.dll", "in/App.pdb", "out/a.html", "out/a.json", "out/a.txt" }));
        Assert.That(File.ReadAllText(_run.PathOf("out", "a.txt")), Is.EqualTo(ToolRun.Run("list", input).Output));
        Assert.That(File.ReadAllText(_run.PathOf("out", "a.html")), Does.Contain("Calls.Pooled(int)").And.Contain("\"il\":[\""));
        Assert.That(s_schema.Errors(JsonNode.Parse(File.ReadAllText(_run.PathOf("out", "a.json")))), Is.Empty);
    }

    [Test]
    public void Tells_of_the_assemblies_of_a_folder_that_have_something_to_decide()
    {
        _run.Compile("App", ToolRun.Code);
        _run.Compile("Plain", "public class Plain { }");
        _run.Compile("Tool", ToolRun.Code);
        var other = _run.Compile("Other", ToolRun.Code, folder: "other");

        Assert.That(Names(Done("report", _run.PathOf("in"), other, "--json")), Is.EqualTo(new[] { "App", "Other", "Tool" }));
        Assert.That(Names(Done("report", _run.PathOf("in", "Plain.dll"), "--json")), Is.EqualTo(new[] { "Plain" }));
    }

    [Test]
    public void Lines_have_the_address_that_Source_Link_tells()
    {
        var input = _run.Compile("App", ToolRun.Code, sourceLink: """{"documents":{"/*":"https://raw.githubusercontent.com/owner/name/0123abc/*"}}""");

        var method = JsonNode.Parse(Done("report", input, "--json"))!["assemblies"]![0]!["methods"]!.AsArray()
            .Single(method => (string)method!["name"]! == "Calls.Pooled(int)")!;

        Assert.That((string)method["address"]!, Is.EqualTo("https://github.com/owner/name/blob/0123abc/App.cs#L5"));
    }

    [Test]
    public void Makes_one_report_of_several()
    {
        var one = Report("App", ToolRun.Code + "\npublic class More { public async System.Threading.Tasks.ValueTask M() => await Calls(); async System.Threading.Tasks.ValueTask Calls() { } }");
        var two = Report("Other", ToolRun.Code);

        var merged = Done("report", "--merge", two, one, "--json");
        var same = Done("report", _run.PathOf("in"), "--json");
        Done("report", "--merge", _run.PathOf("reports"), "-o", _run.PathOf("all.html"));

        Assert.That(merged, Is.EqualTo(same), "All but the IL is in the files.");
        Assert.That(Names(merged), Is.EqualTo(new[] { "App", "Other" }));
        Assert.That(File.ReadAllText(_run.PathOf("all.html")), Does.Contain("2 assemblies").And.Contain("\"il\":[]"));
    }

    [Test]
    public void Uses_the_newest_report_of_an_assembly_and_says_so()
    {
        var old = Report("App", ToolRun.Code, "Debug");
        var young = Report("App", ToolRun.Code, "Release");
        File.SetLastWriteTimeUtc(old, File.GetLastWriteTimeUtc(young).AddMinutes(-1));

        var output = Done("report", "--merge", _run.PathOf("reports"), "-o", _run.PathOf("all.txt"));

        Assert.That(output, Is.EqualTo($"Ignored: {old}. {young} is a newer report of the same assembly.\nWritten: {_run.PathOf("all.txt")}\n"));
    }

    private static string[] Names(string json) =>
        [.. JsonNode.Parse(json)!["assemblies"]!.AsArray().Select(assembly => (string)assembly!["name"]!)];

    private static string Done(params string[] arguments)
    {
        var (exitCode, output, error) = ToolRun.Run(arguments);
        Assert.That(exitCode, Is.Zero, error);
        return output;
    }

    /// <summary>Writes the JSON report of an assembly, as a build does.</summary>
    private string Report(string name, string code, string folder = "")
    {
        var file = _run.PathOf("reports", folder, $"{name}.PooledAwait.json");
        Done("report", _run.Compile(name, code), "-o", file);
        return file;
    }
}
