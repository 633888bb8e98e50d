using System.Text.Json.Serialization;
using PooledAwait.Inspect.Stacks;
using PooledAwait.Inspect.Stacks.Reading;
using PooledAwait.Inspect.Stacks.Snapshots;
using PooledAwait.Inspect.Stacks.Trees;

namespace PooledAwait.Inspect.Printing;

/// <summary>The calls of a process, for other programs: <c>docs/stacks.schema.json</c>.</summary>
/// <param name="Process">The process, or the dump's file.</param>
/// <param name="RuntimeVersion">The version of .NET; not there where it is not known.</param>
/// <param name="StoppedMilliseconds">How long the process was stopped; not there for a dump.</param>
/// <param name="HeapBytes">The bytes of heap that were looked at.</param>
/// <param name="InFlight">How many calls wait or run.</param>
/// <param name="Pooled">How many of them a pooled builder made.</param>
/// <param name="Completed">How many are over whose result nobody has taken.</param>
/// <param name="IdleBoxes">How many boxes wait for their next call.</param>
/// <param name="Notes">What may be missing.</param>
/// <param name="Methods">The same numbers for each method.</param>
/// <param name="Trees">The calls.</param>
internal sealed record StacksAnswer(
    string Process,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? RuntimeVersion,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? StoppedMilliseconds,
    long HeapBytes, int InFlight, int Pooled, int Completed, int IdleBoxes, IReadOnlyList<string> Notes,
    IReadOnlyList<MethodCounts> Methods, IReadOnlyList<RowAnswer> Trees)
{
    public static StacksAnswer Of(StackLook look, IReadOnlyList<Row> rows, bool isEach, bool withFields)
    {
        var calls = look.Calls;
        return new(
            look.Snapshot.Process, look.Snapshot.RuntimeVersion?.ToString(), (int?)look.Snapshot.Stopped?.TotalMilliseconds, look.Snapshot.HeapBytes, calls.InFlight.Count,
            calls.InFlight.Count(call => call.IsPooled), calls.Completed.Values.Sum(), calls.Idle.Values.Sum(), look.Notes, MethodCounts.Of(calls),
            [.. rows.Select(row => RowAnswer.Of(row, isEach, withFields ? look.Snapshot.Objects : null))]);
    }
}

/// <summary>A row of a tree.</summary>
/// <param name="Kind">call, join or last.</param>
/// <param name="Text">The method, or words.</param>
/// <param name="Place">The file's name and the line, or the offset in the code of MoveNext; not there where there is none.</param>
/// <param name="File">The source file's path; not there where no symbols tell.</param>
/// <param name="Line">The line; not there where no symbols tell.</param>
/// <param name="Count">How many are merged here.</param>
/// <param name="Pooled">How many of them a pooled builder made.</param>
/// <param name="Unmoved">How many have not gone on between the looks; not there where there was one.</param>
/// <param name="Note">What more is to be said; mostly not there.</param>
/// <param name="Address">The object's address; not there where rows are merged.</param>
/// <param name="Fields">Parameters and locals, where they were asked for.</param>
/// <param name="Next">What is waited for; with --waits who waits.</param>
internal sealed record RowAnswer(
    string Kind,
    string Text,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Place,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? File,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Line,
    int Count,
    int Pooled,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] int? Unmoved,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Note,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Address,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] IReadOnlyDictionary<string, string>? Fields,
    IReadOnlyList<RowAnswer> Next)
{
    public static RowAnswer Of(Row row, bool isEach, CopiedObjects? objects)
    {
        var place = row.Members[0].Call?.Place;
        return new(
            row.Kind switch { RowKind.Call => "call", RowKind.Join => "join", _ => "last" },
            row.Text, NullIfEmpty(row.Place), place?.File, place?.File == null ? null : place.Line, row.Count, row.Pooled, row.Unmoved, NullIfEmpty(row.Note),
            isEach ? FormattableString.Invariant($"{row.Members[0].Address:x}") : null,
            objects != null && row.Members[0].Call is { } call ? CallFields.Of(objects, call) : null,
            [.. row.Next.Select(next => Of(next, isEach, objects))]);
    }

    private static string? NullIfEmpty(string text) => text.Length == 0 ? null : text;
}
