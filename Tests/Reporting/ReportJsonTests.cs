using System.Text.Json.Nodes;
using Mono.Cecil.Cil;
using NUnit.Framework;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting;
using Tests.Compilation;
using Tests.Options;
using Tests.Reporting.Page;

namespace Tests.Reporting;

[Parallelizable(ParallelScope.Self)]
public sealed class ReportJsonTests
{
    private static readonly JsonNode s_schemaText = JsonNode.Parse(File.ReadAllText(Repository.PathOf("docs", "report.schema.json")))!;

    private static readonly JsonSchema s_schema = new(s_schemaText);

    [TestCaseSource(typeof(Shape), nameof(Shape.All))]
    public void A_build_writes_what_the_schema_describes(Shape shape)
    {
        var report = JsonNode.Parse(Reports.WrittenOfFixtures("json", shape))!;

        Assert.That(s_schema.Errors(report), Is.Empty);
        Assert.That(report["methods"]!.AsArray(), Has.Count.GreaterThan(300));
        Assert.That(
            (int)report["totals"]!["changed"]! + (int)report["totals"]!["leftAlone"]!,
            Is.EqualTo(report["methods"]!.AsArray().Sum(method => method!["decisions"]!.AsArray().Count)));
        Assert.That(
            (int)report["totals"]!["bytesSaved"]!,
            Is.EqualTo(report["totals"]!["rewrites"]!.AsArray().Sum(rewrite => (int)rewrite!["bytesSaved"]!)));
    }

    [TestCase("{ }", "$ has no format")]
    [TestCase("""{ "format": "1" }""", "$.format is not 1")]
    [TestCase("""{ "totals": [] }""", "$.totals is no object")]
    [TestCase("""{ "methods": [{ "name": 1 }] }""", "$.methods[0].name is no string")]
    [TestCase("""{ "more": 1 }""", "$ has more")]
    public void What_the_schema_does_not_describe_is_found(string report, string error) =>
        Assert.That(s_schema.Errors(JsonNode.Parse(report)), Does.Contain(error));

    [Test]
    public void The_same_input_gives_the_same_text() =>
        Assert.That(
            Reports.WrittenOfFixtures("json", Shape.Release),
            Is.EqualTo(Reports.Written("json", Fixtures.Compiled(Shape.Release))));

    [Test]
    public void The_schema_knows_every_rewrite_and_every_reasons_form()
    {
        Assert.That(s_schemaText["$defs"]!["rewrite"]!["enum"]!.AsArray().Select(name => (string)name!), Is.EqualTo(Enum.GetNames<Rewrite>()));
        var reasons = typeof(Reason).GetFields().Select(field => field.GetValue(null)).OfType<Reason>().ToArray();
        Assert.That(reasons, Has.Length.GreaterThan(20));
        Assert.That(reasons.Select(reason => reason.Id), Is.Unique.And.All.Match((string)s_schemaText["$defs"]!["reason"]!["pattern"]!));
        Assert.That(reasons.Select(reason => reason.Sentence), Is.All.EndsWith("."));
        Assert.That(reasons.Select(reason => reason.Advice), Is.All.EndsWith("."));
    }

    [Test]
    public void Tells_everything_of_a_decision()
    {
        var module = Source.Compile("class C { async ValueTask M() => await Task.Yield(); }");
        var report = new WeavingReport(module, new MethodOwners(module));
        report.Changed(Rewrite.ContinueWith, module.Method("C.M"), "what <it> did", saved: new BytesSaved(Closure: 24, Delegate: 64));
        report.LeftAlone(Rewrite.Builders, module.Method("C.M"), Reason.Stored, "where");

        Assert.That(
            ReportJson.Of(ReportModel.Of(report, "/src")),
            Is.EqualTo(
                """
                {
                  "format": 1,
                  "assembly": "App",
                  "totals": {
                    "changed": 1,
                    "leftAlone": 1,
                    "bytesSaved": 88,
                    "rewrites": [
                      {
                        "rewrite": "Builders",
                        "changed": 0,
                        "leftAlone": 1,
                        "bytesSaved": 0
                      },
                      {
                        "rewrite": "ContinueWith",
                        "changed": 1,
                        "leftAlone": 0,
                        "bytesSaved": 88
                      }
                    ]
                  },
                  "reasons": [
                    {
                      "id": "stored",
                      "sentence": "A caller keeps its ValueTask in a field, an array, a collection, a closure, or a local across an await.",
                      "advice": "Await it where it is called, or store the Task that AsTask() returns.",
                      "count": 1
                    }
                  ],
                  "methods": [
                    {
                      "name": "C.M()",
                      "file": "app/Code.cs",
                      "line": 1,
                      "decisions": [
                        {
                          "rewrite": "Builders",
                          "outcome": "leftAlone",
                          "reason": "stored",
                          "detail": "where",
                          "line": 1
                        },
                        {
                          "rewrite": "ContinueWith",
                          "outcome": "changed",
                          "detail": "what \u003cit\u003e did",
                          "line": 1,
                          "bytesSaved": {
                            "total": 88,
                            "closure": 24,
                            "delegate": 64
                          }
                        }
                      ]
                    }
                  ]
                }

                """));
    }

    [Test]
    public void An_empty_report_is_one_too()
    {
        var json = ReportJson.Of(new ReportModel("App", [], []));

        Assert.That(s_schema.Errors(JsonNode.Parse(json)), Is.Empty);
        Assert.That(json, Does.EndWith("\"reasons\": [],\n  \"methods\": []\n}\n"));
    }

    [TestCase("")]
    [TestCase("a\"b\\c\n\r\t\u0001<>&\u2028\ud83d\ude00")]
    public void A_string_reads_back_as_it_was(string text)
    {
        var json = new JsonText(indented: false);
        json.Value(text);

        Assert.That(JsonNode.Parse(json.ToString())!.GetValue<string>(), Is.EqualTo(text));
        Assert.That(json.ToString(), Does.Not.Match("[<>&\n]"));
    }

    [TestCase("/src/app/Code.cs", "/src/app", "Code.cs")]
    [TestCase("/src/app/Sub/Code.cs", "/src/app/", "Sub/Code.cs")]
    [TestCase("/src/application/Code.cs", "/src/app", "Code.cs")]
    [TestCase(@"C:\src\App\Sub\Code.cs", @"c:\src\app\", "Sub/Code.cs")]
    [TestCase("/_/App/Sub/Code.cs", "/src/app", "App/Sub/Code.cs")]
    [TestCase("/home/somebody/Code.cs", "", "Code.cs")]
    public void A_source_file_is_named_without_the_folders_of_a_machine(string url, string project, string expected)
    {
        var point = new SequencePoint(Instruction.Create(OpCodes.Nop), new Document(url));

        Assert.That(SourceLine.File(point, project), Is.EqualTo(expected));
    }
}
