namespace Benchmarks.Throughput;

/// <summary>What the builds did.</summary>
internal sealed record WorkloadResult(
    int Workers, TimeSpan Each, int Rounds, WorkloadBuildResult NotWoven, WorkloadBuildResult BaseLibraryPooling, WorkloadBuildResult Woven);

/// <summary>What one build did in all its turns.</summary>
/// <param name="Name">The build's.</param>
/// <param name="Throughputs">Calls in a second, turn by turn.</param>
/// <param name="BytesPerCall">Allocated in the whole process.</param>
/// <param name="Gen0Collections">Collections of the youngest generation.</param>
/// <param name="Gen1Collections">Collections of the next one.</param>
/// <param name="Median">Microseconds that half of the calls do not exceed.</param>
/// <param name="Percentile99">Microseconds that all but one in a hundred do not exceed.</param>
internal sealed record WorkloadBuildResult(
    string Name, IReadOnlyList<double> Throughputs, double BytesPerCall, int Gen0Collections, int Gen1Collections,
    double Median, double Percentile99);
