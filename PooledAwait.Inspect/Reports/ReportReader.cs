using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;

namespace PooledAwait.Inspect.Reports;

/// <summary>Reads a report from the JSON that <see cref="ReportJson"/> writes. Ignores values that can be computed from other values, such as totals.</summary>
internal static class ReportReader
{
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web)
    {
        RespectNullableAnnotations = true,
        RespectRequiredConstructorParameters = true,
        NumberHandling = JsonNumberHandling.Strict,
        Converters = { new JsonStringEnumConverter(namingPolicy: null, allowIntegerValues: false) },
    };

    /// <exception cref="InputException">The file is not a report in the current format; the message names the file.</exception>
    public static ReportModel Read(string path)
    {
        try
        {
            var root = JsonNode.Parse(File.ReadAllText(path)) as JsonObject;
            return root?["format"] is JsonValue value && value.TryGetValue<int>(out var format)
                ? format == ReportJson.Format
                    ? Model(root.Deserialize<WholeReport>(s_options)!)
                    : throw Not(path, $"its format is {format}", "Build the project again with the weaver that this tool has.")
                : throw Not(path, "it has no format");
        }
        catch (Exception exception) when (exception is JsonException or ArgumentException)
        {
            // ArgumentException is thrown if a JSON object has two members of the same name.
            throw Not(path, exception.Message.TrimEnd('.'));
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            throw new InputException($"'{path}' cannot be read: {exception.Message}");
        }
    }

    private static InputException Not(string path, string why, string advice = "") => new(
        $"'{path}' cannot be used: {why}; allowed are the *{ReportSearch.Ending} files of format {ReportJson.Format} that a build with Report=\"Full\" writes. {advice}"
            .TrimEnd());

    private static ReportModel Model(WholeReport report)
    {
        var used = report.Assemblies.SelectMany(assembly => assembly.Methods).SelectMany(method => method.Decisions)
            .Select(decision => decision.Reason).OfType<string>().ToHashSet();
        var reasons = report.Reasons.Where(reason => used.Remove(reason.Id)).ToList();
        return used.Count == 0
            ? new ReportModel(
                [.. report.Assemblies.Select(assembly => new ReportedAssembly(assembly.Name, assembly.Framework, [.. assembly.Methods.Select(Method)]))],
                [.. reasons.Select(reason => new ReportedReason(reason.Id, reason.Sentence, reason.Advice, reason.Page, reason.Remedies))])
            : throw new JsonException($"the reason '{used.First()}' is not among its reasons");
    }

    private static ReportedMethod Method(MethodPart method)
    {
        var at = Place(method.File, method.Line, method.Address);
        return new ReportedMethod(method.Name, method.Namespace, method.Type, at, [.. method.Decisions.Select(decision => new ReportedDecision(
            decision.Rewrite,
            decision.Reason,
            decision.Detail,
            Place(decision.File ?? method.File, decision.Line, decision.Address),
            decision.Reason == null ? decision.BytesSaved : decision.WouldSave,
            decision.Cause is { } cause ? new ReportedCause(cause.Name, Place(cause.File, cause.Line, cause.Address)) : null,
            decision.Condition is { } condition
                ? new ReportedCondition(condition.Id, condition.Sentence, Place(condition.File, condition.Line, condition.Address))
                : null))]);
    }

    private static SourcePlace? Place(string? file, int? line, string? address) =>
        file == null || line == null ? null : new SourcePlace(file, line.Value, address);

    private sealed record WholeReport(IReadOnlyList<AssemblyPart> Assemblies, IReadOnlyList<ReasonPart> Reasons);

    private sealed record AssemblyPart(string Name, IReadOnlyList<MethodPart> Methods, string? Framework = null);

    private sealed record ReasonPart(string Id, string Sentence, string Page, IReadOnlyList<string> Remedies, string? Advice = null);

    private sealed record MethodPart(
        string Name, string Namespace, string Type, IReadOnlyList<DecisionPart> Decisions, string? File = null, int? Line = null, string? Address = null);

    private sealed record DecisionPart(
        Rewrite Rewrite,
        string? Reason = null,
        string? Detail = null,
        string? File = null,
        int? Line = null,
        string? Address = null,
        BytesSaved? BytesSaved = null,
        BytesSaved? WouldSave = null,
        CausePart? Cause = null,
        ConditionPart? Condition = null);

    private sealed record ConditionPart(string Id, string Sentence, string? File = null, int? Line = null, string? Address = null);

    private sealed record CausePart(string Name, string? File = null, int? Line = null, string? Address = null);
}
