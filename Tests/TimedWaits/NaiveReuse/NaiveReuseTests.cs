using Tests.Compilation;

namespace Tests.TimedWaits.NaiveReuse;

/// <summary>
/// If a wait's stopped timer were simply used again, a late callback could end the next wait. <see cref="Stress"/> must notice this fault.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public static class NaiveReuseTests
{
    private const string ByTheClock = "Environment.TickCount64 < _due - MarginMilliseconds";

    [Test]
    public static void Is_found_with_the_exact_proof() =>
        AssertIsFound(new RuntimeVariant().ReplaceOnce("WaitTimer.cs", $"return _callbacks is not null ? !TimerCallbacks.WasQueued(_callbacks) : {ByTheClock};", "return true;"));

    [Test]
    public static void Is_found_by_the_clock() => AssertIsFound(
        new RuntimeVariant()
            .ReplaceOnce("WaitTimer.cs", ByTheClock, "true")
            .Replace("TimerCallbacks.cs", "Name = \"_timer\"", "Name = \"_theTimer\"")); // the runtime does not find the field, and uses the clock

    private static void AssertIsFound(RuntimeVariant variant)
    {
        var folder = Directory.CreateTempSubdirectory("PooledAwait.");
        try
        {
            var runtime = Path.Combine(folder.FullName, "PooledAwait.Runtime.dll");
            File.WriteAllBytes(runtime, variant.Compile());
            var (exitCode, output) = Dotnet.TryRun(folder.FullName, typeof(NaiveReuseProcess).Assembly.Location, NaiveReuseProcess.Verb, runtime);

            // The waits have started, so every failure of the process is one of the waits.
            Assert.That(output, Does.StartWith(NaiveReuseProcess.Started));
            Assert.That(exitCode, Is.Not.Zero);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
