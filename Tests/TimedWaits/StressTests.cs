using System.Globalization;
using Tests.Compilation;

namespace Tests.TimedWaits;

/// <summary>
/// Runs many waits at once. Their work ends close to their due times, so a timer's callback may come when its wait has already ended. No wait may end too
/// early, twice, or with the result of another wait.
/// </summary>
[Thorough]
[Alone]
public class StressTests
{
    /// <summary>The seconds of a run. For a long run, set the environment variable to 600.</summary>
    private static readonly int s_seconds =
        int.TryParse(Environment.GetEnvironmentVariable("POOLEDAWAIT_STRESS_SECONDS"), CultureInfo.InvariantCulture, out var seconds) ? seconds : 2;

    /// <summary>A runtime library that does not find the timer's field, and so asks the clock.</summary>
    internal static RuntimeVariant ByTheClock => new RuntimeVariant().Replace("TimerCallbacks.cs", "Name = \"_timer\"", "Name = \"_theTimer\"");

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void No_wait_ends_wrongly_with_the_exact_proof() => AssertSound(TimedRuntime.Ours.Prepare());

    [Test]
    public void No_wait_ends_wrongly_by_the_clock() => AssertSound(new TimedRuntime(ByTheClock.Load()));

    private static void AssertSound(TimedRuntime runtime)
    {
        var stress = new Stress(runtime);
        stress.Run(TimeSpan.FromSeconds(s_seconds), untilFirst: false);
        TestContext.Out.WriteLine($"{stress.Waits} waits");
        Assert.That(stress.Errors, Is.Empty);
        Assert.That(stress.Waits, Is.GreaterThan(1_000));
    }
}
