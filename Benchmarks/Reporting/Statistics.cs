namespace Benchmarks.Reporting;

internal static class Statistics
{
    public static double Median(IEnumerable<double> values)
    {
        var ordered = values.Order().ToList();
        return (ordered[(ordered.Count - 1) / 2] + ordered[ordered.Count / 2]) / 2;
    }
}
