using System.Diagnostics;
using BenchmarkDotNet.Engines;

namespace Benchmarks.Reporting;

/// <summary>Runs the work for a while before BenchmarkDotNet determines how long it takes.</summary>
/// <remarks>
/// The runtime compiles hot code three times, and does so later if other programs use the processors. If the number of operations fits the first code,
/// the iterations of the last code are so short that warm-up ends before the runtime has compiled it.
/// </remarks>
public sealed class WarmEngineFactory : IEngineFactory
{
    private static readonly TimeSpan s_duration = TimeSpan.FromSeconds(1);

    /// <inheritdoc/>
    public IEngine CreateReadyToRun(EngineParameters engineParameters)
    {
        var engine = new EngineFactory().CreateReadyToRun(engineParameters); // has run the global setup
        var started = Stopwatch.GetTimestamp();
        while (Stopwatch.GetElapsedTime(started) < s_duration)
        {
            engine.WorkloadAction(1);
        }

        return engine;
    }
}
