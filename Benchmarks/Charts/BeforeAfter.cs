namespace Benchmarks.Charts;

/// <summary>
/// Draws the picture in docs/performance.md. It shows code as users write it, code that does the same as the woven code, and the bytes that both allocate.
/// </summary>
internal static class BeforeAfter
{
    private const double Width = 1010;
    private const double Left = 20;
    private const double Middle = 388;
    private const double Right = 826;
    private const double RowHeight = 84;
    private const double Top = 58;

    private static readonly (string[] Before, string[] After, Highlight Figures)[] s_rows =
    [
        (["async Task<int> CountAsync(Stream s) => ...", "int count = await CountAsync(stream);"],
         ["async ValueTask<int> Direct(Stream s) => ...", "int count = await Direct(stream);  // no task"],
         Highlight.AwaitedTask),
        (["async ValueTask<int> CountAsync(Stream s) =>", "    await s.ReadAsync(_buffer);"],
         ["[AsyncMethodBuilder(", "    typeof(PooledAsyncValueTaskMethodBuilder<>))]", "async ValueTask<int> CountAsync(Stream s) => ..."],
         Highlight.PooledValueTask),
        (["if (await Task.WhenAny(work, stop, time)", "    == stop) return;"],
         ["if (await AwaitedWhenAny.WhenAny(work, stop, time)", "    == stop) return;  // no array, no task"],
         Highlight.AwaitedWhenAny),
        (["task.ContinueWith(t => log.Tell(t.Exception),", "    OnlyOnFaulted);"],
         ["task.ContinueWith(s_cached, log, OnlyOnFaulted);", "    // no closure, one delegate for all calls"],
         Highlight.CapturingContinuation),
    ];

    public static string Draw(ResultsFile results, Theme theme)
    {
        var height = Top + (s_rows.Length * RowHeight) + 6;
        var drawing = new Drawing(
            theme, Width, height, "Before and after weaving",
            "What is written, what it is as if it had been written, and the bytes that a call allocates.");
        drawing.Text(Left, 32, "You write", size: 15, bold: true);
        drawing.Text(Middle, 32, "and after the build it is as if you had written", size: 15, bold: true);
        drawing.Text(Right, 32, "bytes a call", size: 15, bold: true);

        var y = Top;
        foreach (var (before, after, highlight) in s_rows)
        {
            drawing.Box(Left - 8, y - 8, Middle - Left - 6, RowHeight - 10, theme.Code);
            drawing.Box(Middle - 8, y - 8, Right - Middle - 6, RowHeight - 10, theme.Code);
            Lines(drawing, Left, y, before);
            Lines(drawing, Middle, y, after);
            Bytes(drawing, theme, y, highlight.Bytes(results, Builds.NotWoven), highlight.Bytes(results, Builds.Woven));
            y += RowHeight;
        }

        return drawing.ToString();
    }

    private static void Lines(Drawing drawing, double x, double y, string[] lines)
    {
        for (var i = 0; i < lines.Length; i++)
        {
            drawing.Code(x, y + 12 + (i * 19), lines[i], muted: lines[i].TrimStart().StartsWith("//", StringComparison.Ordinal));
        }
    }

    private static void Bytes(Drawing drawing, Theme theme, double y, Figure? before, Figure? after)
    {
        if (before is null || after is null)
        {
            return;
        }

        const double Longest = 110;
        var longest = Math.Max(Math.Max(before.Value, after.Value), 1);
        foreach (var (figure, colour, offset) in new[] { (before, theme.NotWoven, 4), (after, theme.Woven, 34) })
        {
            var length = Math.Max(2, figure.Value / longest * Longest);
            drawing.Bar(Right, y + offset, length, 18, colour);
            drawing.Text(Right + length + 7, y + offset + 14, figure.Text, size: 14, bold: colour == theme.Woven);
        }
    }
}
