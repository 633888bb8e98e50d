namespace PooledAwait.Fody.Report;

/// <summary>Pairs the lines of two texts so that as few lines as possible differ (Myers, <em>An O(ND) Difference Algorithm</em>, 1986).</summary>
internal static class LineDiff
{
    /// <summary>
    /// The search ends at this number of differences, because its time and memory grow with the square of the number. Texts with more differences are
    /// practically unrelated.
    /// </summary>
    private const int MostDifferences = 500;

    /// <summary>Returns the rows to show side by side, as indexes into the two texts. The index -1 stands for a missing line.</summary>
    public static IReadOnlyList<(int Before, int After)> Between(IReadOnlyList<string> before, IReadOnlyList<string> after)
    {
        var start = 0;
        while (start < before.Count && start < after.Count && before[start] == after[start])
        {
            start++;
        }

        var end = 0;
        while (end < before.Count - start && end < after.Count - start && before[before.Count - 1 - end] == after[after.Count - 1 - end])
        {
            end++;
        }

        var rows = new List<(int, int)>();
        for (var i = 0; i < start; i++)
        {
            rows.Add((i, i));
        }

        var (x, y) = (start, start);
        foreach (var (sameX, sameY) in Same(before, after, start, before.Count - end, after.Count - end))
        {
            Differ(sameX, sameY);
            rows.Add((x++, y++));
        }

        Differ(before.Count - end, after.Count - end);
        while (x < before.Count)
        {
            rows.Add((x++, y++));
        }

        return rows;

        // Old lines and the new lines that replace them share rows, as long as both sides have lines left.
        void Differ(int untilX, int untilY)
        {
            while (x < untilX || y < untilY)
            {
                rows.Add((x < untilX ? x++ : -1, y < untilY ? y++ : -1));
            }
        }
    }

    /// <summary>
    /// Finds, in order, the pairs of equal lines between the common beginning and the common end of the two texts. The result is empty if the texts differ too
    /// much.
    /// </summary>
    private static IEnumerable<(int X, int Y)> Same(IReadOnlyList<string> before, IReadOnlyList<string> after, int start, int endX, int endY)
    {
        var (countX, countY) = (endX - start, endY - start);
        var reached = new Dictionary<int, int> { [1] = 0 };
        var trace = new List<Dictionary<int, int>>();
        for (var differences = 0; differences <= Math.Min(countX + countY, MostDifferences); differences++)
        {
            trace.Add(new Dictionary<int, int>(reached));
            for (var diagonal = -differences; diagonal <= differences; diagonal += 2)
            {
                var x = FromAbove(reached, diagonal, differences) ? reached[diagonal + 1] : reached[diagonal - 1] + 1;
                while (x < countX && x - diagonal < countY && before[start + x] == after[start + x - diagonal])
                {
                    x++;
                }

                reached[diagonal] = x;
                if (x >= countX && x - diagonal >= countY)
                {
                    return Back(trace, countX, countY, start);
                }
            }
        }

        return [];
    }

    private static IEnumerable<(int X, int Y)> Back(List<Dictionary<int, int>> trace, int x, int y, int start)
    {
        var pairs = new Stack<(int, int)>();
        for (var differences = trace.Count - 1; differences >= 0; differences--)
        {
            var reached = trace[differences];
            var diagonal = x - y;
            var previous = FromAbove(reached, diagonal, differences) ? diagonal + 1 : diagonal - 1;
            var (fromX, fromY) = differences == 0 ? (0, 0) : (reached[previous], reached[previous] - previous);
            while (x > fromX && y > fromY)
            {
                pairs.Push((start + --x, start + --y));
            }

            (x, y) = (fromX, fromY);
        }

        return pairs;
    }

    private static bool FromAbove(Dictionary<int, int> reached, int diagonal, int differences) =>
        diagonal == -differences || (diagonal != differences && reached[diagonal - 1] < reached[diagonal + 1]);
}
