namespace PooledAwait.Inspect.Comparing;

/// <summary>
/// Compares the outputs of a program and its woven copy line by line. Many programs print times and the like, so a line is ignored if it differs between runs
/// without weaving.
/// </summary>
/// <param name="Difference">The first line that differs; null if no line differs.</param>
/// <param name="Varies">Whether some lines are ignored, because they differ between runs without weaving.</param>
internal sealed record OutputComparison(OutputDifference? Difference, bool Varies)
{
    /// <param name="notWoven">The output of each run without weaving.</param>
    /// <param name="woven">The output of each run of the woven copy.</param>
    public static OutputComparison Of(IReadOnlyList<IReadOnlyList<string>> notWoven, IReadOnlyList<IReadOnlyList<string>> woven)
    {
        if (notWoven.Count == 0)
        {
            return new OutputComparison(null, Varies: false);
        }

        // If the number of lines varies, lines cannot be matched.
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

/// <summary>A line that is the same in all runs without weaving, and different in a woven run.</summary>
/// <param name="Line">The line's number, from 1.</param>
/// <param name="NotWoven">The line without weaving; null if this output has fewer lines.</param>
/// <param name="Woven">The line with weaving; null if this output has fewer lines.</param>
internal sealed record OutputDifference(int Line, string? NotWoven, string? Woven);
