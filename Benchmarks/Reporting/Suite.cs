using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using Perfolizer.Horology;

namespace Benchmarks.Reporting;

/// <summary>Runs cases with BenchmarkDotNet, each method in its own process.</summary>
internal static class Suite
{
    /// <param name="cases">The cases to run.</param>
    /// <param name="rounds">
    /// The number of rounds. Each round runs every method before the next round begins, so that a slow minute of the machine affects all methods.
    /// </param>
    /// <param name="quick">Whether to measure briefly, to test that everything works. Such figures cannot be compared.</param>
    public static Measurements Run(IReadOnlyList<Case> cases, int rounds, bool quick)
    {
        var config = Config(rounds, quick);
        var runs = cases.GroupBy(@case => @case.Type).Select(type =>
        {
            var all = BenchmarkConverter.TypeToBenchmarks(type.Key, config);
            var parameters = type.Select(@case => @case.Goal.Parameter).ToList();
            var wanted = all.BenchmarksCases.Where(candidate => parameters.Contains(candidate.Parameters.Items.SingleOrDefault()?.Value));
            return new BenchmarkRunInfo([.. wanted], all.Type, all.Config);
        });
        return Measurements.From(BenchmarkRunner.Run([.. runs]));
    }

    private static ManualConfig Config(int rounds, bool quick)
    {
        var job = quick
            ? Job.Default.WithWarmupCount(4).WithIterationCount(4).WithIterationTime(TimeInterval.FromMilliseconds(40))
            : Job.Default.WithWarmupCount(6).WithIterationCount(12).WithIterationTime(TimeInterval.FromMilliseconds(100))
                .WithEngineFactory(new WarmEngineFactory());

        // Each benchmark contains its own loop, so there is no empty call to subtract. No collections are forced between iterations, because the pools would
        // release boxes that the next iteration needs.
        job = job.WithEvaluateOverhead(false).WithUnrollFactor(1).WithGcForce(false);
        var config = ManualConfig.CreateEmpty()
            .AddColumnProvider(DefaultColumnProviders.Instance)
            .AddDiagnoser(MemoryDiagnoser.Default)
            .AddLogger(ConsoleLogger.Default)
            .WithBuildTimeout(TimeSpan.FromMinutes(10));
        for (var round = 1; round <= rounds; round++)
        {
            config.AddJob(job.WithId($"Round {round:00}"));
        }

        return config;
    }
}
