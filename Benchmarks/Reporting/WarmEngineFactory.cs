using System.Diagnostics;
using BenchmarkDotNet.Engines;

namespace Benchmarks.Reporting;

/// <summary>Runs the work for a while before BenchmarkDotNet determines the number of operations in an iteration.</summary>
/// <remarks>
/// The runtime compiles hot code three times. On a busy machine, the runtime does so later. If BenchmarkDotNet chose the number of operations while the slow
/// first code runs, iterations would become too short for the faster code. Warm-up would then end before the last compilation.
/// </remarks>
public sealed class WarmEngineFactory : IEngineFactory
{
    private static readonly TimeSpan s_duration = TimeSpan.FromSeconds(1);

    /// <inheritdoc/>
    public IEngine CreateReadyToRun(EngineParameters engineParameters)
    {
        var engine = new EngineFactory().CreateReadyToRun(engineParameters); // this runs the global setup
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < s_duration)
        {
            engine.WorkloadAction(1);
        }

        return engine;
    }
}
