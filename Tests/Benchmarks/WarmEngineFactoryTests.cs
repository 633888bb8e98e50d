using System.Diagnostics;
using BenchmarkDotNet.Engines;
using BenchmarkDotNet.Jobs;
using Benchmarks.Reporting;

namespace Tests.Benchmarks;

[Parallelizable(ParallelScope.Self)]
public class WarmEngineFactoryTests
{
    [Test]
    public void The_work_runs_for_a_second_before_it_is_measured()
    {
        var isSetUp = false;
        var worked = TimeSpan.Zero;
        void Work(long count)
        {
            Assert.That(isSetUp);
            var started = Stopwatch.GetTimestamp();
            Thread.Sleep(10);
            worked += Stopwatch.GetElapsedTime(started);
        }

        new WarmEngineFactory().CreateReadyToRun(new EngineParameters
        {
            Host = new NoAcknowledgementConsoleHost(),
            TargetJob = Job.Default.WithUnrollFactor(1),
            OperationsPerInvoke = 1,
            BenchmarkName = nameof(Work),
            GlobalSetupAction = () => isSetUp = true,
            GlobalCleanupAction = () => { },
            IterationSetupAction = () => { },
            IterationCleanupAction = () => { },
            Dummy1Action = () => { },
            Dummy2Action = () => { },
            Dummy3Action = () => { },
            OverheadActionNoUnroll = _ => { },
            OverheadActionUnroll = _ => { },
            WorkloadActionNoUnroll = Work,
            WorkloadActionUnroll = Work,
        });

        // The loop around the work also takes a little of the second.
        Assert.That(worked, Is.GreaterThan(TimeSpan.FromSeconds(0.5)));
    }
}
