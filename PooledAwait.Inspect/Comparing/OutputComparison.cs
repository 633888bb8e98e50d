namespace PooledAwait.Inspect.Comparing;

/// <summary>
/// What both forms print, compared line by line. Many programs print times and the like: a line that is not the same in all runs of the program as it
/// is tells nothing.
/// </summary>
/// <param name="Difference">The first line that differs; null where none does.</param>
/// <param name="Varies">Whether there are lines that tell nothing.</param>
internal sealed record OutputComparison(OutputDifference? Difference, bool Varies)
{
    /// <param name="notWoven">What each run has printed.</param>
    /// <param name="woven">What each run has printed.</param>
    public static OutputComparison Of(IReadOnlyList<IReadOnlyList<string>> notWoven, IReadOnlyList<IReadOnlyList<string>> woven)
    {
        if (notWoven.Count == 0)
        {
            return new OutputComparison(null, Varies: false);
        }

        // Where not even the numbers of lines are the same, no line can be told to be another one's.
        var first = notWoven[0];
        var varies = notWoven.Any(output => !output.SequenceEqual(first, StringComparer.Ordinal));
        if (notWoven.Any(output => output.Count != first.Count))
        {
            return new OutputComparison(null, varies);
        }

        var differences =
            from output in woven
            from line in Enumerable.Range(0, Math.Max(first.Count, output.Count))
            where At(output, line) != At(first, line) && notWoven.All(other => At(other, line) == At(first, line))
            select new OutputDifference(line + 1, At(first, line), At(output, line));
        return new OutputComparison(differences.MinBy(difference => difference.Line), varies);
    }

    private static string? At(IReadOnlyList<string> output, int line) => line < output.Count ? output[line] : null;
}

/// <summary>A line that is the same in all runs of the program as it is, and another one in a woven run.</summary>
/// <param name="Line">Its number, from 1.</param>
/// <param name="NotWoven">The line; null where the output has ended before.</param>
/// <param name="Woven">The other one; null where the output has ended before.</param>
internal sealed record OutputDifference(int Line, string? NotWoven, string? Woven);
