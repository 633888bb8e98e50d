using System.Diagnostics;
using BenchmarkDotNet.Engines;

namespace Benchmarks.Reporting;

/// <summary>Runs the work for a while before BenchmarkDotNet looks how long it takes.</summary>
/// <remarks>
/// The runtime compiles hot code three times, and later where others use the processors. A count of operations that fits the first code makes
/// the iterations of the last code so short that warming up ends before the runtime has compiled it.
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
