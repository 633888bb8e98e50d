using System.Text.Json.Serialization;
using PooledAwait.Inspect.Stacks;
using PooledAwait.Inspect.Stacks.Reading;
using PooledAwait.Inspect.Stacks.Snapshots;
using PooledAwait.Inspect.Stacks.Trees;

namespace PooledAwait.Inspect.Printing;

/// <summary>The calls of a process, for JSON output that other programs read. <c>docs/stacks.schema.json</c> describes the format.</summary>
/// <param name="Process">The process, or the dump's file.</param>
/// <param name="RuntimeVersion">The version of .NET; absent if it is unknown.</param>
/// <param name="StoppedMilliseconds">The time for which the process was stopped; absent for a dump.</param>
/// <param name="HeapBytes">The bytes of heap that were read.</param>
/// <param name="InFlight">The number of calls that wait or run.</param>
/// <param name="Pooled">The number of calls in flight that have a pooled builder.</param>
/// <param name="Completed">The number of completed calls whose result has not been taken.</param>
/// <param name="IdleBoxes">The number of idle boxes (pooled objects for the state of calls).</param>
/// <param name="Notes">Notes, for example on what may be missing.</param>
/// <param name="Methods">The numbers of calls and boxes of each method.</param>
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
            look.Snapshot.Process, look.Snapshot.RuntimeVersion?.ToString(), (int?)look.Snapshot.Stopped?.TotalMilliseconds, look.Snapshot.Copy.HeapBytes, calls.InFlight.Count,
            calls.InFlight.Count(call => call.IsPooled), calls.Completed.Values.Sum(), calls.Idle.Values.Sum(), look.Notes, MethodCounts.Of(calls),
            [.. rows.Select(row => RowAnswer.Of(row, isEach, withFields ? look.Snapshot.Objects : null))]);
    }
}

/// <summary>A row of a tree.</summary>
/// <param name="Kind">
/// The kind of the row: <c>call</c>, <c>join</c> (a wait for several tasks), or <c>last</c> (what the last call of a chain waits for).
/// </param>
/// <param name="Text">The method, or a description.</param>
/// <param name="Place">
/// The file's name and the line. Without symbols, the IL offset in MoveNext, or in the method itself if it has no state machine. Absent if this offset is
/// unknown, too.
/// </param>
/// <param name="File">The source file's path; absent without symbols.</param>
/// <param name="Line">The line; absent without symbols.</param>
/// <param name="Count">The number of calls, joins or last things that are merged in this row.</param>
/// <param name="Pooled">The number of merged calls that have a pooled builder.</param>
/// <param name="Unmoved">With --watch, the number of calls that made no progress; otherwise absent.</param>
/// <param name="Note">An additional remark; usually absent.</param>
/// <param name="Address">The address of the call, or of the object for which a call waits; absent if rows are merged.</param>
/// <param name="Fields">Parameters and locals; absent without --fields.</param>
/// <param name="Next">The rows that this row waits for; with --waits, the rows that wait for this row.</param>
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
