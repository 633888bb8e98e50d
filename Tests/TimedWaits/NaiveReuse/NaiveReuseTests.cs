using Tests.Compilation;

namespace Tests.TimedWaits.NaiveReuse;

/// <summary>
/// If a wait were used again without a proof that its stopped timer will not call back, a late callback could end the next wait. <see cref="Stress"/> must
/// notice this fault.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class NaiveReuseTests
{
    private static readonly TimeSpan s_longest = TimeSpan.FromSeconds(60);

    [Test]
    public static void Is_found_where_the_timer_is_asked() =>
        Assert.That(Run(new RuntimeVariant().ReplaceOnce("WaitTimer.cs", "!TimerCallbacks.WasQueued(_callbacks)", "true"), s_longest), Is.Not.Zero);

    [Test]
    public static void Is_found_where_the_clock_is_asked() =>
        Assert.That(Run(StressTests.ByTheClock.ReplaceOnce("WaitTimer.cs", "Environment.TickCount64 < _due - MarginMilliseconds", "true"), s_longest), Is.Not.Zero);

    [Test]
    public static void Is_not_found_in_a_runtime_that_is_not_faulty() => Assert.That(Run(new RuntimeVariant(), TimeSpan.FromSeconds(2)), Is.Zero);

    /// <returns>The exit code of the process. It is not zero if the process has crashed after the waits had started.</returns>
    private static int Run(RuntimeVariant variant, TimeSpan longest)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.");
        try
        {
            var runtime = Path.Combine(folder.FullName, "PooledAwait.Runtime.dll");
            File.WriteAllBytes(runtime, variant.Compile());
            var (exitCode, output) = Dotnet.TryRun(folder.FullName, typeof(NaiveReuseProcess).Assembly.Location, NaiveReuseProcess.Verb, runtime, $"{longest.TotalSeconds}");
            TestContext.Out.WriteLine(output);
            Assert.That(output, Does.StartWith(NaiveReuseProcess.Started));
            return exitCode;
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
