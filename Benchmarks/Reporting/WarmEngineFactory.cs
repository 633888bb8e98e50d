using System.Diagnostics;
using BenchmarkDotNet.Engines;

namespace Benchmarks.Reporting;

/// <summary>Runs the work for a while before BenchmarkDotNet determines the number of operations in an iteration.</summary>
/// <remarks>
/// The runtime compiles hot code three times, and later on a busy machine. BenchmarkDotNet must not choose the number of operations while the slow first code
/// runs. Otherwise iterations would become short with faster code, and warm-up would end before the last compilation.
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
