using System.Globalization;
using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>Merges calls into one row if they wait at the same line and are reached by the same path.</summary>
/// <param name="isEach">Whether each call gets its own row.</param>
/// <param name="isLeafFirst">Whether the rows below a row wait for this row. If not, this row waits for the rows below it.</param>
/// <param name="most">
/// The maximum number of rows. A call gets a row for each path that leads to it, so the number of rows doubles wherever paths part and meet again.
/// </param>
internal sealed class CallTree(bool isEach, bool isLeafFirst, int most)
{
    /// <summary>The number of rows that are allowed in addition to four rows for each call.</summary>
    private const int Rows = 100_000;

    /// <summary>The length at which paths are cut off. (A recursion may fill the heap with calls that await each other.)</summary>
    private const int Deepest = 400;

    private readonly HashSet<Wait> _above = [];
    private int _rows;

    public static IReadOnlyList<Row> CallersFirst(WaitGraph graph, bool isEach) => new CallTree(isEach, isLeafFirst: false, MostOf(graph)).Merge(CycleSearch.Roots(graph), 0);

    public static IReadOnlyList<Row> LeavesFirst(WaitGraph graph, bool isEach)
    {
        var last = graph.Calls.SelectMany(call => call.On).SelectMany(LastBelow).Distinct();
        return new CallTree(isEach, isLeafFirst: true, MostOf(graph)).Merge([.. last], 0);

        static List<Wait> LastBelow(Wait from)
        {
            var (seen, last, open) = (new HashSet<Wait>(), new List<Wait>(), new Stack<Wait>([from]));
            while (open.TryPop(out var wait))
            {
                if (seen.Add(wait) && wait.IsLast)
                {
                    last.Add(wait);
                }
                else if (wait.Call == null)
                {
                    wait.On.Where(on => !seen.Contains(on)).ToList().ForEach(open.Push);
                }
            }

            return last;
        }
    }

    private static int MostOf(WaitGraph graph) => Rows + (4 * graph.Calls.Count);

    private List<Row> Merge(IReadOnlyList<Wait> waits, int depth)
    {
        var rows = new List<Row>();
        foreach (var group in waits.GroupBy(wait => KeyOf(wait, depth)))
        {
            var members = group.Distinct().ToList();
            var inCycle = members.Where(_above.Contains).ToList();
            var entered = members.Except(inCycle).ToList();
            var (kind, text, place, note, _) = group.Key;
            if (inCycle.Count > 0)
            {
                rows.Add(new(kind, text, place, "waits for itself: see above", inCycle, []));
            }

            if (entered.Count > 0)
            {
                _above.UnionWith(entered);
                var next = entered.SelectMany(member => isLeafFirst ? member.By : member.On).Distinct().ToList();
                IReadOnlyList<Row> below = (depth < Deepest && ++_rows < most) || next.Count == 0 ? Merge(next, depth + 1) : [new(RowKind.Join, "...", "", "more is not shown", next, [])];
                _above.ExceptWith(entered);
                rows.Add(new(kind, kind == RowKind.Last ? text + TimeLeft(entered) : text, place, note, entered, below));
            }
        }

        rows.Sort(static (a, b) => b.Count != a.Count ? b.Count.CompareTo(a.Count)
            : string.CompareOrdinal(a.Text, b.Text) is not 0 and var text ? text : string.CompareOrdinal(a.Place, b.Place));
        return rows;
    }

    private (RowKind Kind, string Text, string Place, string Note, ulong Address) KeyOf(Wait wait, int depth)
    {
        var kind = wait.Call != null ? RowKind.Call : wait.IsLast ? RowKind.Last : RowKind.Join;
        return (kind, wait.Text, wait.Call?.Place.Place ?? "", depth == 0 && wait.Call is { } call && !isLeafFirst ? Note(call) : wait.Note, isEach ? wait.Address : 0);
    }

    private static string Note(Call call) =>
        call.BlocksThread ? "a thread waits for it"
        : call.Machine?.BuilderReferences.Any(field => field.Path.EndsWith("_synchronizationContext", StringComparison.Ordinal)) == true ? "async void"
        : call.IsAwaited ? ""
        : "nobody awaits it";

    private static string TimeLeft(IReadOnlyList<Wait> members)
    {
        if (members.Any(member => member.MillisecondsLeft == null))
        {
            return "";
        }

        var (least, most) = (Seconds(members.Min(member => member.MillisecondsLeft)!.Value), Seconds(members.Max(member => member.MillisecondsLeft)!.Value));
        return least == most ? $" ({least} s left)" : $" ({least} to {most} s left)";

        static string Seconds(long milliseconds) => (milliseconds / 1e3).ToString("0.0", CultureInfo.InvariantCulture);
    }
}
