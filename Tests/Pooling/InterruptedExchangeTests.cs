using Tests.Compilation;

namespace Tests.Pooling;

/// <summary>
/// A thread may have to wait for a lock of the pools. With the default builder, there would be no such wait. So if the program interrupts this wait, the thread
/// must still get the lock, and the interrupt must end the thread's next wait.
/// </summary>
[Alone]
public class InterruptedExchangeTests
{
    private const string Waits =
        """
        using System.Runtime.CompilerServices;
        using PooledAwait.Runtime;

        public static class Waits
        {
            private static readonly ManualResetEventSlim s_isInside = new();
            private static readonly ManualResetEventSlim s_mayLeave = new();
            private static readonly ManualResetEventSlim s_isInterrupted = new();
            private static Thread? s_inside;

            /// <summary>Stops the first thread that comes inside of the lock.</summary>
            public static void Inside()
            {
                if (Interlocked.CompareExchange(ref s_inside, Thread.CurrentThread, null) is null)
                {
                    s_isInside.Set();
                    s_mayLeave.Wait();
                }
            }

            public static bool Interrupted()
            {
                s_isInterrupted.Set();
                return true;
            }

            public static string RunExchange() => Run(
                static () => Depot.Create(typeof(int), 100, hasNumber: false),
                static depot => depot.Trim(everything: true));

            public static string RunLock() => Run(
                static () => new object(),
                static gate =>
                {
                    var isTaken = false;
                    try
                    {
                        UninterruptedLock.Enter(gate, ref isTaken);
                        Inside();
                    }
                    finally
                    {
                        UninterruptedLock.Exit(gate, isTaken);
                    }
                });

            private static string Run<T>(Func<T> make, Action<T> enter)
            {
                var shared = make();
                var first = new Thread(() => enter(shared));
                first.Start();
                s_isInside.Wait();

                var seen = "did not end";
                var second = new Thread(() =>
                {
                    try
                    {
                        enter(shared);
                        seen = "entered";
                        Thread.Sleep(1);
                    }
                    catch (ThreadInterruptedException)
                    {
                        seen += ", interrupted";
                    }
                });
                second.Start();
                second.Interrupt();
                var isInterrupted = s_isInterrupted.Wait(TimeSpan.FromMinutes(1));
                s_mayLeave.Set();
                first.Join();
                second.Join();
                return isInterrupted ? seen : "was not interrupted";
            }
        }
        """;

    [TestCase("RunExchange", "Depot.cs", "trimmed = before - _boxes;")]
    [TestCase("RunLock", "UninterruptedLock.cs", null)]
    public void A_thread_gets_the_lock_and_its_next_wait_is_interrupted(string run, string file, string? inside)
    {
        var runtime = new RuntimeVariant().Add("Waits.cs", Waits).ReplaceOnce(file, "isInterrupted = true;", "isInterrupted = global::Waits.Interrupted();");
        runtime = inside == null ? runtime : runtime.ReplaceOnce(file, inside, $"{inside} global::Waits.Inside();");
        var enter = runtime.Load().GetType("Waits", throwOnError: true)!.GetMethod(run)!.CreateDelegate<Func<string>>();
        Assert.That(enter(), Is.EqualTo("entered, interrupted"));
    }
}
