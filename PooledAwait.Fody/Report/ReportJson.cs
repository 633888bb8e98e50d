using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>A report as JSON, in the form that docs/report.schema.json describes.</summary>
internal static class ReportJson
{
    /// <summary>The version of the format. Increase the version if a program that reads the previous format could not read the new format.</summary>
    public const int Format = 2;

    public static string Of(ReportModel report)
    {
        var json = new JsonText(indented: true);
        Write(report, json);
        return json + "\n";
    }

    public static void Write(ReportModel report, JsonText json) => json.Object(() =>
    {
        json.Member("format", Format);
        json.Name("assemblies");
        json.Array(report.Assemblies, assembly => json.Object(() => Assembly(assembly, json)));
        json.Name("reasons");
        json.Array(report.Reasons, reason => json.Object(() =>
        {
            Reason(reason, json);
            json.Member("count", report.Decisions.Count(decision => decision.Reason == reason.Id));
        }));
    });

    private static void Assembly(ReportedAssembly assembly, JsonText json)
    {
        json.Member("name", assembly.Name);
        Optional("framework", assembly.Framework, json);
        json.Name("totals");
        json.Object(() =>
        {
            Totals(assembly.Decisions, json);
            json.Name("rewrites");
            json.Array(assembly.Decisions.GroupBy(decision => decision.Rewrite).OrderBy(group => group.Key), group => json.Object(() =>
            {
                json.Member("rewrite", group.Key.ToString());
                Totals(group, json);
            }));
        });
        if (RuntimeAsyncLine.Of(assembly.RuntimeAsyncMethods) is { } line)
        {
            json.Name("runtimeAsync");
            json.Object(() =>
            {
                json.Member("methods", assembly.RuntimeAsyncMethods);
                json.Member("sentence", line);
            });
        }

        json.Name("methods");
        json.Array(assembly.Methods, method => json.Object(() => Method(method, json)));
    }

    private static void Totals(IEnumerable<ReportedDecision> decisions, JsonText json)
    {
        var all = decisions.ToArray();
        json.Member("changed", all.Count(decision => decision.IsChange));
        json.Member("leftAlone", all.Count(decision => !decision.IsChange));
    }

    private static void Reason(ReportedReason reason, JsonText json)
    {
        json.Member("id", reason.Id);
        json.Member("sentence", reason.Sentence);
        Optional("advice", reason.Advice, json);
        json.Member("page", reason.Page);
        json.Name("remedies");
        json.Array(reason.Remedies, json.Value);
    }

    private static void Method(ReportedMethod method, JsonText json)
    {
        json.Member("name", method.Name);
        json.Member("namespace", method.Namespace);
        json.Member("type", method.Type);
        Place(method.At, null, json);
        json.Name("decisions");
        json.Array(method.Decisions, decision => json.Object(() => Decision(decision, method, json)));
    }

    private static void Decision(ReportedDecision decision, ReportedMethod method, JsonText json)
    {
        json.Member("rewrite", decision.Rewrite.ToString());
        json.Member("outcome", decision.IsChange ? "changed" : "leftAlone");
        Optional("reason", decision.Reason, json);
        Optional("detail", decision.Detail, json);
        Place(decision.At, method.At?.File, json);
        if (decision.Saved is { } saved)
        {
            json.Name(decision.IsChange ? "bytesSaved" : "wouldSave");
            json.Object(() => Saved(saved, json));
        }

        if (decision.Condition is { } condition)
        {
            json.Name("condition");
            json.Object(() =>
            {
                json.Member("id", condition.Id);
                json.Member("sentence", condition.Sentence);
                Place(condition.At, null, json);
            });
        }

        if (decision.Cause is { } cause)
        {
            json.Name("cause");
            json.Object(() =>
            {
                json.Member("name", cause.Name);
                Place(cause.At, null, json);
            });
        }
    }

    // A decision's file is written only if it is not the file of the method's first line. The two files can differ if the source has #line directives.
    private static void Place(SourcePlace? place, string? knownFile, JsonText json)
    {
        if (place == null)
        {
            return;
        }

        if (place.File != knownFile)
        {
            json.Member("file", place.File);
        }

        json.Member("line", place.Line);
        Optional("address", place.Address, json);
    }

    private static void Saved(BytesSaved saved, JsonText json)
    {
        json.Member("total", saved.Total);
        foreach (var (what, bytes) in new[]
        {
            ("machine", saved.Machine), ("closure", saved.Closure), ("delegate", saved.Delegate), ("array", saved.Array), ("promise", saved.Promise),
            ("task", saved.Task),
        })
        {
            if (bytes > 0)
            {
                json.Member(what, bytes);
            }
        }
    }

    private static void Optional(string name, string? value, JsonText json)
    {
        if (value != null)
        {
            json.Member(name, value);
        }
    }
}
