using BenchmarkDotNet.Reports;

namespace Benchmarks.Reporting;

/// <summary>The figures of one operation, for each method of each case, as BenchmarkDotNet has measured them.</summary>
internal sealed class Measurements
{
    private readonly Dictionary<string, Dictionary<string, Measured>> _measured = [];

    public void Add(Case @case, string method, Measured measured)
    {
        if (!_measured.TryGetValue(@case.Name, out var methods))
        {
            _measured.Add(@case.Name, methods = []);
        }

        methods.Add(method, measured);
    }

    /// <summary>Returns the figures of a case, or null if a filter left the case out.</summary>
    public IReadOnlyDictionary<string, Measured>? Of(Case @case) => _measured.GetValueOrDefault(@case.Name);

    /// <summary>Returns the figures of a method, or null if a filter left the method's case out, or if there is no such method.</summary>
    public Measured? Of(Case @case, string? method) => method is null ? null : Of(@case)?.GetValueOrDefault(method);

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

            // Each job is one round.
            var methods = summary.Reports.GroupBy(report => (
                Case: CaseOf(report),
                Method: report.BenchmarkCase.Descriptor.WorkloadMethod.Name));
            foreach (var rounds in methods)
            {
                measurements.Add(rounds.Key.Case, rounds.Key.Method, new Measured(
                    rounds.Min(BytesOf),
                    [.. rounds.Select(report => report.ResultStatistics!.Q1)]));
            }
        }

        return measurements;
    }

    private static double BytesOf(BenchmarkReport report) =>
        (double)report.GcStats.GetTotalAllocatedBytes(excludeAllocationQuantumSideEffects: false)!.Value / report.GcStats.TotalOperations;

    private static Case CaseOf(BenchmarkReport report) => Catalog.Cases.Single(@case =>
        @case.Type == report.BenchmarkCase.Descriptor.Type &&
        Equals(@case.Goal.Parameter, report.BenchmarkCase.Parameters.Items.SingleOrDefault()?.Value));
}

/// <summary>The measured figures of one method.</summary>
/// <param name="Bytes">The bytes that the whole process allocated, divided by the number of operations.</param>
/// <param name="Nanoseconds">For each round, the lower quartile of the times of one operation.</param>
internal sealed record Measured(double Bytes, IReadOnlyList<double> Nanoseconds)
{
    /// <summary>The time of the best round. Other work on the machine can slow down a whole round, but cannot make it faster.</summary>
    public double Time => Nanoseconds.Min();

    public double TimeAgainst(Measured other) => Time / other.Time;
}
