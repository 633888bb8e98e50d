using Quartz;

namespace PackageWork.Works;

/// <summary>Jobs that Quartz runs from its in-memory store. The digest includes what the jobs return, and that a failed job runs again.</summary>
internal sealed class ScheduledJobs()
    : Work("a job scheduled, fired twice and once more after it failed, seen by a listener, and unscheduled", cost: 40)
{
    private const string Calls = "calls";

    private IScheduler? _scheduler;
    private int _scheduled;

    public override async Task StartAsync(int workers)
    {
        _scheduler = await QuartzSchedulerBuilder.Create().BuildScheduler();
        _scheduler.ListenerManager.AddJobListener(new Listener(), []);
        await _scheduler.Start();
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            // Each job has a new name, because the previous job may still exist. Quartz deletes a job together with the job's last trigger, and perhaps only
            // after the second run.
            var number = Interlocked.Increment(ref _scheduled);
            var calls = new JobCalls();
            var job = JobBuilder.Create<FailingOnce>().WithIdentity($"job {number}", $"{worker}").UsingJobData(Calls, calls).Build();
            var trigger = TriggerBuilder.Create().WithIdentity($"trigger {number}", $"{worker}").StartAt(DateTimeOffset.UtcNow.AddDays(1)).Build();
            await _scheduler!.ScheduleJob(job, trigger);
            for (var call = 0; call < 2; call++)
            {
                await _scheduler.TriggerJob(job.Key);
                digest.Add(await calls.NextAsync());
            }

            digest.Add((int)await _scheduler.GetTriggerState(trigger.Key));
            digest.Add(await _scheduler.UnscheduleJob(trigger.Key) ? 1 : 0);
            digest.Add(await _scheduler.Exists(trigger.Key) ? 1 : 0);
        }

        return digest;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _scheduler!.Shutdown(waitForJobsToComplete: true);
    }

    private sealed class JobCalls
    {
        private readonly SemaphoreSlim _ended = new(0);
        private string _log = "";

        public int Count { get; set; }

        public void Add(string line) => _log += line;

        public void End() => _ended.Release();

        public async Task<string> NextAsync()
        {
            await _ended.WaitAsync();
            return _log;
        }
    }

    private sealed class FailingOnce : IJob
    {
        public async ValueTask Execute(IJobExecutionContext context, CancellationToken cancellationToken)
        {
            var calls = (JobCalls)context.MergedJobDataMap[Calls]!;
            await Task.Yield();
            if (++calls.Count == 2)
            {
                throw new JobExecutionException("the second call") { RefireImmediately = true };
            }

            context.Result = calls.Count;
        }
    }

    private sealed class Listener : IJobListener
    {
        public string Name => nameof(Listener);

        public async ValueTask JobWasExecuted(
            IJobExecutionContext context, JobExecutionException? jobException, CancellationToken cancellationToken)
        {
            await Task.Yield();
            var calls = (JobCalls)context.MergedJobDataMap[Calls]!;
            calls.Add($"{jobException?.Message}, {context.Result}, {context.RefireCount};");
            if (jobException == null)
            {
                calls.End();
            }
        }
    }
}
