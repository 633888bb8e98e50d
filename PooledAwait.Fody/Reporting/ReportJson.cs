namespace PooledAwait.Fody.Reporting;

/// <summary>A report as JSON, in the form that docs/report.schema.json describes.</summary>
internal static class ReportJson
{
    /// <summary>Goes up when a program that reads the form of before could no longer read it.</summary>
    public const int Format = 1;

    public static string Of(ReportModel report)
    {
        var json = new JsonText(indented: true);
        Write(report, json);
        return json + "\n";
    }

    public static void Write(ReportModel report, JsonText json) => json.Object(() =>
    {
        json.Member("format", Format);
        json.Member("assembly", report.Assembly);

        json.Name("totals");
        json.Object(() =>
        {
            Totals(report.Decisions, json);
            json.Name("rewrites");
            json.Array(report.Decisions.GroupBy(decision => decision.Rewrite).OrderBy(group => group.Key), group => json.Object(() =>
            {
                json.Member("rewrite", group.Key.ToString());
                Totals(group, json);
            }));
        });

        json.Name("reasons");
        json.Array(report.Reasons, reason => json.Object(() =>
        {
            json.Member("id", reason.Id);
            json.Member("sentence", reason.Sentence);
            json.Member("advice", reason.Advice);
            json.Member("count", report.Decisions.Count(decision => decision.Reason == reason));
        }));

        json.Name("methods");
        json.Array(report.Methods, method => json.Object(() =>
        {
            json.Member("name", method.Name);
            if (method.At is { } at)
            {
                json.Member("file", at.File);
                json.Member("line", at.Line);
            }

            json.Name("decisions");
            json.Array(method.Decisions, decision => json.Object(() => Decision(decision, method, json)));
        }));
    });

    private static void Totals(IEnumerable<ReportedDecision> decisions, JsonText json)
    {
        var all = decisions.ToArray();
        json.Member("changed", all.Count(decision => decision.IsChange));
        json.Member("leftAlone", all.Count(decision => !decision.IsChange));
        json.Member("bytesSaved", all.Sum(decision => decision.Saved?.Total ?? 0));
    }

    private static void Decision(ReportedDecision decision, ReportedMethod method, JsonText json)
    {
        json.Member("rewrite", decision.Rewrite.ToString());
        json.Member("outcome", decision.IsChange ? "changed" : "leftAlone");
        if (decision.Reason is { } reason)
        {
            json.Member("reason", reason.Id);
        }

        if (decision.Detail is { } detail)
        {
            json.Member("detail", detail);
        }

        if (decision.At is { } at)
        {
            // The place may be in another file than the method's first line, by a #line directive.
            if (at.File != method.At?.File)
            {
                json.Member("file", at.File);
            }

            json.Member("line", at.Line);
        }

        if (decision.Saved is { } saved)
        {
            json.Name("bytesSaved");
            json.Object(() =>
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
            });
        }
    }
}
