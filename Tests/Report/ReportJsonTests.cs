using System.Text.Encodings.Web;
using System.Text.Json.Nodes;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Options;
using Tests.Report.Page;

namespace Tests.Report;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class ReportJsonTests
{
    private static readonly JsonNode s_schemaText = JsonNode.Parse(File.ReadAllText(Repository.PathOf("docs", "report.schema.json")))!;

    private static readonly JsonSchema s_schema = new(s_schemaText);

    [TestCaseSource(typeof(Extent), nameof(Extent.FewShapes))]
    public void A_build_writes_what_the_schema_describes(Shape shape)
    {
        var report = JsonNode.Parse(Reports.WrittenOfFixtures("json", shape))!;

        Assert.That(s_schema.Errors(report), Is.Empty);
        var assembly = report["assemblies"]!.AsArray().Single()!;
        Assert.That(assembly["methods"]!.AsArray(), Has.Count.GreaterThan(300));
        Assert.That(
            (int)assembly["totals"]!["changed"]! + (int)assembly["totals"]!["leftAlone"]!,
            Is.EqualTo(assembly["methods"]!.AsArray().Sum(method => method!["decisions"]!.AsArray().Count)));
        Assert.That(
            assembly["methods"]!.AsArray().Where(method =>
                !((string)method!["name"]!).StartsWith(Beginning(method!), StringComparison.Ordinal)),
            Is.Empty);

        static string Beginning(JsonNode method) => ((string)method["namespace"]! is { Length: > 0 } space ? $"{space}." : "") + (string)method["type"]!;
    }

    [TestCase("{ }", "$ has no format")]
    [TestCase("""{ "format": "1" }""", "$.format is not 2")]
    [TestCase("""{ "assemblies": [{ "totals": [] }] }""", "$.assemblies[0].totals is no object")]
    [TestCase("""{ "assemblies": [{ "methods": [{ "name": 1 }] }] }""", "$.assemblies[0].methods[0].name is no string")]
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
        var module = Source.Compile("namespace App; class C { async ValueTask M() => await Task.Yield(); void N() => M(); }");
        module.CustomDebugInformations.Add(new SourceLinkDebugInformation("""{"documents":{"/src/*":"https://example.org/*"}}"""));
        var report = new WeavingReport(module, new MethodOwners(module));
        report.Changed(Rewrite.StateObjects, module.Method("C.M"), "what <it> did", saved: new BytesSaved(Closure: 24, Delegate: 64));
        report.LeftAlone(
            Rewrite.Builders,
            module.Method("C.M"),
            new Refusal(Reason.SmallStateMachine) { Detail = "where", WouldSave = new BytesSaved(Machine: 24), Cause = new Cause(module.Method("C.N")) });

        Assert.That(
            ReportJson.Of(ReportedWeave.Of(report, "/src")),
            Is.EqualTo(
                """
                {
                  "format": 2,
                  "assemblies": [
                    {
                      "name": "App",
                      "totals": {
                        "changed": 1,
                        "leftAlone": 1,
                        "rewrites": [
                          {
                            "rewrite": "Builders",
                            "changed": 0,
                            "leftAlone": 1
                          },
                          {
                            "rewrite": "StateObjects",
                            "changed": 1,
                            "leftAlone": 0
                          }
                        ]
                      },
                      "methods": [
                        {
                          "name": "App.C.M()",
                          "namespace": "App",
                          "type": "C",
                          "file": "app/Code.cs",
                          "line": 1,
                          "address": "https://example.org/app/Code.cs#L1",
                          "decisions": [
                            {
                              "rewrite": "Builders",
                              "outcome": "leftAlone",
                              "reason": "small-state-machine",
                              "detail": "where",
                              "line": 1,
                              "address": "https://example.org/app/Code.cs#L1",
                              "wouldSave": {
                                "total": 24,
                                "machine": 24
                              },
                              "cause": {
                                "name": "App.C.N()",
                                "file": "app/Code.cs",
                                "line": 1,
                                "address": "https://example.org/app/Code.cs#L1"
                              }
                            },
                            {
                              "rewrite": "StateObjects",
                              "outcome": "changed",
                              "detail": "what \u003cit\u003e did",
                              "line": 1,
                              "address": "https://example.org/app/Code.cs#L1",
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
                  ],
                  "reasons": [
                    {
                      "id": "small-state-machine",
                      "sentence": "Its state machine is smaller than MinimumStateMachineSize: a pooled box would save too little.",
                      "advice": "Set MinimumStateMachineSize to 0 if bytes matter more to you than time.",
                      "page": "https://github.com/PooledAwait/PooledAwait.Fody/blob/main/docs/reasons.md#small-state-machine",
                      "remedies": [
                        "\u003cPooledAwaitMinimumStateMachineSize\u003e0\u003c/PooledAwaitMinimumStateMachineSize\u003e"
                      ],
                      "count": 1
                    }
                  ]
                }

                """));
    }

    [Test]
    public void A_condition_is_told_with_its_line()
    {
        var condition = new ReportedCondition("in-field", "The field `C.s_task` holds it.", new SourcePlace("D.cs", 5));
        var decision = new ReportedDecision(Rewrite.DirectAwaits, "task-kept", null, new SourcePlace("C.cs", 3), Condition: condition);
        var report = new ReportModel(
            [new ReportedAssembly("App", null, [new ReportedMethod("C.M()", "", "C", new SourcePlace("C.cs", 2), [decision])])],
            [new ReportedReason("task-kept", "Kept.", null, Reason.TaskKept.Page, [])]);

        var json = JsonNode.Parse(ReportJson.Of(report))!;

        Assert.That(s_schema.Errors(json), Is.Empty);
        Assert.That(
            json["assemblies"]![0]!["methods"]![0]!["decisions"]![0]!["condition"]!.ToJsonString(new() { Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping }),
            Is.EqualTo("""{"id":"in-field","sentence":"The field `C.s_task` holds it.","file":"D.cs","line":5}"""));
        Assert.That(ReportText.Of(report), Does.EndWith("  C.M() in C.cs:3\n      DirectAwaits\n      The field `C.s_task` holds it. (D.cs:5)\n"));
    }

    [TestCase(0, null)]
    [TestCase(1, 1)]
    [TestCase(3, 3)]
    public void Methods_that_the_runtime_suspends_are_counted_for_each_assembly(int suspended, int? told)
    {
        var report = Reports.OfRuntimeAsync(suspended);

        var json = JsonNode.Parse(ReportJson.Of(report))!;

        Assert.That(s_schema.Errors(json), Is.Empty);
        Assert.That(json["assemblies"]!.AsArray().Select(assembly => (int?)assembly!["runtimeAsync"]?["methods"]), Is.EqualTo(new[] { told, null }));
        Assert.That(json["assemblies"]!.AsArray().Select(assembly => (string?)assembly!["runtimeAsync"]?["sentence"]), Is.EqualTo(new[] { RuntimeAsyncLine.Of(suspended), null }));
    }

    [Test]
    public void An_empty_report_is_one_too()
    {
        var json = ReportJson.Of(new ReportModel([new ReportedAssembly("App", null, [])], []));

        Assert.That(s_schema.Errors(JsonNode.Parse(json)), Is.Empty);
        Assert.That(json, Does.EndWith("\"methods\": []\n    }\n  ],\n  \"reasons\": []\n}\n"));
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

        Assert.That(SourceLine.File(point, project, new SourceLink(ModuleDefinition.CreateModule("App", ModuleKind.Dll))), Is.EqualTo(expected));
    }
}
