using System.Globalization;
using PooledAwait.Inspect.Stacks;
using PooledAwait.Inspect.Stacks.Reading;
using PooledAwait.Inspect.Stacks.Snapshots;
using PooledAwait.Inspect.Stacks.Trees;

namespace PooledAwait.Inspect.Printing;

/// <summary>Prints the calls of a process as text.</summary>
internal static class StacksText
{
    /// <summary>Describes the process or dump, with the time for which the process was stopped.</summary>
    public static string Head(StackLook look)
    {
        var snapshot = look.Snapshot;
        return string.Create(
            CultureInfo.InvariantCulture,
            $"{snapshot.Process}{(snapshot.RuntimeVersion is { } version ? $", .NET {version}" : "")}, {snapshot.Copy.HeapBytes / 1e6:N0} MB of heap{(snapshot.Stopped is { } time ? $", stopped for {time.TotalSeconds:0.00} s" : "")}");
    }

    public static void WriteHead(TextWriter output, StackLook look)
    {
        var calls = look.Calls;
        output.WriteLine(Head(look));
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"{calls.InFlight.Count:N0} calls in flight ({calls.InFlight.Count(call => call.IsPooled):N0} pooled), {calls.Completed.Values.Sum():N0} completed whose result was not taken, {calls.Idle.Values.Sum():N0} idle boxes"));
        foreach (var note in look.Notes)
        {
            output.WriteLine(note);
        }

        output.WriteLine();
    }

    public static void WriteTrees(TextWriter output, IReadOnlyList<Row> rows, bool isEach, CopiedObjects? fields)
    {
        if (rows.Count == 0)
        {
            output.WriteLine("No such call is in flight.");
            return;
        }

        var isMixed = Flatten(rows).Any(row => row.Pooled > 0);
        var width = Flatten(rows).Max(row => row.Count).ToString("N0", CultureInfo.InvariantCulture).Length + 1;
        Write(rows, 0);

        void Write(IReadOnlyList<Row> level, int depth)
        {
            foreach (var row in level)
            {
                var count = isEach ? $"{row.Members[0].Address:x12}" : row.Count.ToString("N0", CultureInfo.InvariantCulture).PadLeft(width);
                output.WriteLine($"{count} {new string(' ', 2 * depth)}{Line(row, isMixed)}");
                if (fields != null && row.Members[0].Call is { } call)
                {
                    WriteFields(output, call, fields, depth);
                }

                Write(row.Next, depth + 1);
            }
        }
    }

    public static void WriteCounts(TextWriter output, Calls calls)
    {
        output.WriteLine("in flight  completed  idle boxes  method");
        foreach (var (method, inFlight, completed, idle) in MethodCounts.Of(calls))
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{inFlight,9:N0}  {completed,9:N0}  {idle,10:N0}  {method}"));
        }
    }

    public static void WriteCompleted(TextWriter output, Calls calls)
    {
        output.WriteLine(calls.Completed.Any() ? "Completed, and nobody has taken the result:" : "No completed call has a result that nobody has taken.");
        foreach (var (method, count) in calls.Completed)
        {
            output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{count,6:N0} {method}"));
        }

        output.WriteLine();
    }

    private static string Line(Row row, bool isMixed)
    {
        var mark = row.Kind == RowKind.Call && isMixed && row.Pooled < row.Count ? "  [not pooled]" : "";
        var note = row.Note.Length > 0 ? $"  [{row.Note}]" : "";
        var unmoved = row.Unmoved > 0 ? string.Create(CultureInfo.InvariantCulture, $"  [{row.Unmoved:N0} did not go on]") : "";
        return $"{(row.Kind == RowKind.Call ? "" : "~ ")}{row.Text}{(row.Place.Length > 0 ? " " : "")}{row.Place}{note}{unmoved}{mark}";
    }

    private static IEnumerable<Row> Flatten(IReadOnlyList<Row> rows) => rows.SelectMany(row => Flatten(row.Next).Prepend(row));

    private static void WriteFields(TextWriter output, Call call, CopiedObjects objects, int depth)
    {
        foreach (var (name, value) in CallFields.Of(objects, call))
        {
            output.WriteLine($"{new string(' ', 15 + (2 * depth))}{name} = {value}");
        }
    }
}
