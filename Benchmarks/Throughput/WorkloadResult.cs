namespace Benchmarks.Throughput;

/// <summary>The figures of all builds.</summary>
internal sealed record WorkloadResult(
    int Workers, TimeSpan Each, int Rounds, WorkloadBuildResult NotWoven, WorkloadBuildResult BaseLibraryPooling, WorkloadBuildResult Woven);

/// <summary>The figures of one build. The builds run by turns, and the figures cover all turns of this build.</summary>
/// <param name="Name">The build's name.</param>
/// <param name="Throughputs">The calls per second, for each turn.</param>
/// <param name="BytesPerCall">The bytes that the whole process allocated, for each call.</param>
/// <param name="Gen0Collections">Collections of the youngest generation.</param>
/// <param name="Gen1Collections">Collections of the second-youngest generation.</param>
/// <param name="Median">The microseconds that half of the calls do not exceed.</param>
/// <param name="Percentile99">The microseconds that 99% of the calls do not exceed.</param>
internal sealed record WorkloadBuildResult(
    string Name, IReadOnlyList<double> Throughputs, double BytesPerCall, int Gen0Collections, int Gen1Collections,
    double Median, double Percentile99);
