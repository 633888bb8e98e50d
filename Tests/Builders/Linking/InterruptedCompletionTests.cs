using Tests.Compilation;

namespace Tests.Builders.Linking;

/// <summary>
/// While one thread registers a continuation with a call, another thread that completes the call has to wait inside PooledAwait.Runtime. The default builder
/// does not wait there. So if the program interrupts this wait (<c>Thread.Interrupt</c>), the call must complete nevertheless, and the interruption must end
/// the thread's next wait.
/// </summary>
[Alone]
public class InterruptedCompletionTests
{
    /// <summary>A call whose registration has two steps, so that the call can be completed between them.</summary>
    private const string Call =
        """
        using System.Runtime.CompilerServices;
        using PooledAwait.Runtime;

        public sealed class Call : INotifyCompletion
        {
            private static readonly ManualResetEventSlim s_registering = new();
            private static readonly ManualResetEventSlim s_interrupted = new();
            private static readonly ManualResetEventSlim s_mayRegister = new();

            private Action? _continuation;

            public bool IsCompleted => false;

            public Call GetAwaiter() => this;

            public void GetResult()
            {
            }

            public void OnCompleted(Action continuation) => _continuation = continuation;

            public static int Run()
            {
                var (result, thrown, isInterruptedLater) = (0, (Exception?)null, false);
                var end = new Call();
                var awaiter = CallAsync(end).GetAwaiter();
                var registering = new Thread(() => awaiter.UnsafeOnCompleted(() => result = awaiter.GetResult()));
                registering.Start();
                s_registering.Wait();

                var completing = new Thread(() =>
                {
                    try
                    {
                        end._continuation!();
                    }
                    catch (Exception exception)
                    {
                        thrown = exception;
                    }

                    try
                    {
                        Thread.Sleep(1);
                    }
                    catch (ThreadInterruptedException)
                    {
                        isInterruptedLater = true;
                    }
                });
                completing.Start();
                completing.Interrupt();
                var isInterrupted = s_interrupted.Wait(TimeSpan.FromMinutes(1));
                s_mayRegister.Set();
                registering.Join();
                completing.Join();
                return thrown is not null ? throw thrown : !isInterrupted ? -2 : isInterruptedLater ? result : -1;
            }

            public static bool Interrupted()
            {
                s_interrupted.Set();
                return true;
            }

            public static T BetweenSteps<T>(T state)
            {
                s_registering.Set();
                s_mayRegister.Wait();
                return state;
            }

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            private static async ValueTask<int> CallAsync(Call end)
            {
                await end;
                return 42;
            }
        }
        """;

    [Test]
    public void A_call_completes_and_the_next_wait_is_interrupted()
    {
        var runtime = new RuntimeVariant()
            .ReplaceOnce("TicketedCompletion.Registration.cs", "_continuationState = state;", "_continuationState = global::Call.BetweenSteps(state);")
            .ReplaceOnce("TicketedCompletion.Registration.cs", "isInterrupted = true;", "isInterrupted = global::Call.Interrupted();")
            .Add("Call.cs", Call)
            .Load();
        var run = runtime.GetType("Call", throwOnError: true)!.GetMethod("Run")!.CreateDelegate<Func<int>>();
        Assert.That(run(), Is.EqualTo(42));
    }
}
