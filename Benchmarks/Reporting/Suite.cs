using BenchmarkDotNet.Columns;
using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Jobs;
using BenchmarkDotNet.Loggers;
using BenchmarkDotNet.Running;
using Perfolizer.Horology;

namespace Benchmarks.Reporting;

/// <summary>Runs cases with BenchmarkDotNet, each method in a process of its own.</summary>
internal static class Suite
{
    /// <param name="cases">What to run.</param>
    /// <param name="rounds">How often: one round after the other runs every method, so that a slow minute of the machine falls on all.</param>
    /// <param name="quick">Whether to measure briefly: to see that it works, not to compare.</param>
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

        // A benchmark is a loop of its own, so there is no empty call to subtract. And nobody forces collections in between: the pools
        // would give away what the next iteration needs.
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
