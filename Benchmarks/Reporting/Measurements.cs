using BenchmarkDotNet.Reports;

namespace Benchmarks.Reporting;

/// <summary>What BenchmarkDotNet measured, for one operation of each method of each case.</summary>
internal sealed class Measurements
{
    private readonly Dictionary<(Type Type, object? Parameter, string Method), Measured> _measured = [];

    public void Add(Type type, object? parameter, string method, Measured measured) => _measured.Add((type, parameter, method), measured);

    /// <summary>Null where a filter left the method out.</summary>
    public Measured? Of(Case @case, string? method) =>
        method is null ? null : _measured.GetValueOrDefault((@case.Type, @case.Goal.Parameter, method));

    /// <exception cref="InvalidOperationException">A benchmark failed.</exception>
    public static Measurements From(IEnumerable<Summary> summaries)
    {
        var measurements = new Measurements();
        foreach (var summary in summaries)
        {
            if (summary.HasCriticalValidationErrors || summary.Reports.Any(report => !report.Success))
            {
                throw new InvalidOperationException($"A benchmark failed; see {summary.LogFilePath}.");
            }

            var methods = summary.Reports.GroupBy(report => (
                report.BenchmarkCase.Descriptor.Type,
                report.BenchmarkCase.Parameters.Items.SingleOrDefault()?.Value,
                report.BenchmarkCase.Descriptor.WorkloadMethod.Name));
            foreach (var rounds in methods)
            {
                // One job is one round, and jobs are run in the order of their names.
                var inOrder = rounds.OrderBy(report => report.BenchmarkCase.Job.Id, StringComparer.Ordinal).ToList();
                measurements.Add(rounds.Key.Type, rounds.Key.Value, rounds.Key.Name, new Measured(
                    inOrder.Min(report => (double)report.GcStats.GetTotalAllocatedBytes(excludeAllocationQuantumSideEffects: false)!.Value / report.GcStats.TotalOperations),
                    [.. inOrder.Select(report => report.ResultStatistics!.Median)]));
            }
        }

        return measurements;
    }
}

/// <summary>What was measured of one method.</summary>
/// <param name="Bytes">Allocated in the whole process for one operation.</param>
/// <param name="Nanoseconds">For one operation, the median of each round.</param>
internal sealed record Measured(double Bytes, IReadOnlyList<double> Nanoseconds)
{
    public double Time => Statistics.Median(Nanoseconds);

    /// <summary>Round by round, for the same round saw the same machine.</summary>
    public double TimeAgainst(Measured other) => Statistics.Median(Nanoseconds.Zip(other.Nanoseconds, (mine, others) => mine / others));
}
