using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Linking;

/// <summary>
/// One thread makes calls with linked boxes, and another thread completes what the innermost calls await, both as fast as they can. PooledAwait.Runtime
/// has the assertions of its debug build. The test runs as long as <c>POOLEDAWAIT_STRESS_SECONDS</c> says.
/// </summary>
[Alone]
public class LinkRaceTests
{
    private const int Calls = 64;

    /// <summary>The limit for levels of linked boxes. It is high enough that some callers resume without a new check of the stack.</summary>
    private const int MostLevels = 12;

    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Each_caller_goes_on_once_with_its_own_result()
    {
        var raced = 0L;
        foreach (var seed in Stress.Seeds())
        {
            Assert.That(() => Race(new Random(seed)), Throws.Nothing, () => $"POOLEDAWAIT_STRESS_SEED={seed}");
            raced += Calls;
        }

        TestContext.Out.WriteLine($"{raced} calls");
    }

    private static void Race(Random random)
    {
        var ends = Enumerable.Range(0, Calls).Select(_ => new TaskCompletionSource<int>()).ToArray();
        var levels = ends.Select(_ => random.Next(MostLevels)).ToArray();
        var (callingWaits, completingWaits) = (Waits(random), Waits(random));
        var callers = new Task<int>[Calls];
        var calling = 0;
        var completing = new Thread(() =>
        {
            for (var i = 0; i < Calls; i++)
            {
                while (Volatile.Read(ref calling) < i)
                {
                    Thread.SpinWait(1);
                }

                Thread.SpinWait(completingWaits[i]);
                if (i % 16 == 15)
                {
                    ends[i].SetException(new FormatException());
                }
                else
                {
                    ends[i].SetResult(i);
                }
            }
        });
        completing.Start();
        for (var i = 0; i < Calls; i++)
        {
            Volatile.Write(ref calling, i);
            Thread.SpinWait(callingWaits[i]);
            callers[i] = LinkedCalls.Raced(ends[i].Task, levels[i]).AsTask();
        }

        completing.Join();
        for (var i = 0; i < Calls; i++)
        {
            if (i % 16 == 15)
            {
                Assert.That(() => callers[i].Wait(s_patience), Throws.InnerException.TypeOf<FormatException>());
            }
            else
            {
                Assert.That(callers[i].Wait(s_patience), Is.True);
                Assert.That(callers[i].Result, Is.EqualTo(i + 10 + levels[i] + 1));
            }
        }
    }

    private static int[] Waits(Random random) => [.. Enumerable.Range(0, Calls).Select(_ => random.Next(60))];
}
