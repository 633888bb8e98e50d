using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Runtime.CompilerServices;
using PooledAwait.Runtime;
using Tests.Compilation;

namespace Tests.Builders;

/// <summary>
/// Checks what a caller sees if its call gets a task of its own (because the caller would misuse a ValueTask), and which calls get a task from the start.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[SuppressMessage("Reliability", "CA2012", Justification = "They are misused, which is the point.")]
public sealed class OwnTaskTests
{
    private const string Call =
        """
        using System.Runtime.CompilerServices;
        using PooledAwait.Runtime;

        public static class Call
        {
            public static int Run()
            {
                var gate = new TaskCompletionSource();
                var call = WaitAsync(gate.Task);
                gate.SetResult();
                var own = OwnTask.Of(call);
                return own.Result + own.Result + (own.AsTask() == own.AsTask() ? 0 : 1000) + RunWithoutResult();
            }

            private static int RunWithoutResult()
            {
                var gate = new TaskCompletionSource();
                var call = new ValueTask(gate.Task);
                var wait = WaitAsync(call);
                gate.SetResult();
                var own = OwnTask.Of(wait);
                own.GetAwaiter().GetResult();
                own.GetAwaiter().GetResult();
                return 0;
            }

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            private static async ValueTask<int> WaitAsync(Task gate)
            {
                await gate;
                return 21;
            }

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
            private static async ValueTask WaitAsync(ValueTask gate) => await gate;
        }
        """;

    [Test]
    public void A_call_that_has_succeeded_since_may_be_used_twice_also_where_the_fields_of_a_ValueTask_are_not_known([Values] bool areKnown)
    {
        var runtime = new RuntimeVariant().Add("Call.cs", Call);
        runtime = areKnown ? runtime : runtime.ReplaceOnce("ValueTaskSource.cs", "Fallback.OwnTasks.Decide(PassesSelfTest)", "Fallback.OwnTasks.Decide(() => false)");
        var run = runtime.Load().GetType("Call", throwOnError: true)!.GetMethod("Run")!.CreateDelegate<Func<int>>();
        Assert.That(run(), Is.EqualTo(42));
    }

    [Test]
    public void Callers_that_ask_again_and_again_get_the_default_builder_s_task() => OnOwnThread(() =>
    {
        Assert.That(Enumerable.Range(0, 10).Select(_ => IsTask(AskedAlways)), Is.EqualTo(Enumerable.Range(0, 10).Select(i => i >= 2)));

        bool IsTask(Func<Task, ValueTask<int>> method)
        {
            var gate = new TaskCompletionSource();
            var call = method(gate.Task);
            var isTask = IsOfDefaultBuilder(call);
            var own = OwnTask.Of(call);
            var task = own.AsTask();
            Assert.That(own.IsCompleted, Is.False);
            gate.SetResult();
            Assert.That((own.Result, own.Result, own.AsTask()), Is.EqualTo((1, 1, task)));
            return isTask;
        }
    });

    [Test]
    public void A_method_whose_callers_ask_no_more_gets_its_boxes_back() => OnOwnThread(() =>
    {
        for (var i = 0; i < 3; i++)
        {
            _ = OwnTask.Of(AskedAtFirst(Task.Delay(Timeout.Infinite)));
        }

        var boxes = Enumerable.Range(0, 1_000).Select(_ => !IsOfDefaultBuilder(AskedAtFirst(Task.Delay(Timeout.Infinite)))).ToList();
        Assert.That(boxes.Take(254), Is.All.False);
        Assert.That(boxes.Skip(254), Is.All.True);
    });

    [Test]
    public void A_method_with_callers_of_both_kinds_keeps_its_boxes() => OnOwnThread(() =>
    {
        for (var i = 0; i < 100; i++)
        {
            Assert.That(IsOfDefaultBuilder(AskedNowAndThen(Task.Delay(Timeout.Infinite))), Is.False);
            var call = AskedNowAndThen(Task.Delay(Timeout.Infinite));
            Assert.That(IsOfDefaultBuilder(call), Is.False);
            _ = OwnTask.Of(call);
        }
    });

    [Test]
    public void What_a_method_without_a_result_returns_is_as_before_the_callers_asked() => OnOwnThread(() =>
    {
        for (var i = 0; i < 10; i++)
        {
            var gate = new TaskCompletionSource();
            var exception = new InvalidOperationException();
            var call = OwnTask.Of(WithoutResult(gate.Task, exception));
            var task = call.AsTask();
            gate.SetResult();
            Assert.That(() => call.GetAwaiter().GetResult(), Throws.Exception.SameAs(exception));
            Assert.That(() => call.GetAwaiter().GetResult(), Throws.Exception.SameAs(exception));
            Assert.That((task.IsFaulted, call.AsTask()), Is.EqualTo((true, task)));
        }
    });

    /// <summary>Two threads start calls, which other threads complete. Most calls have their own task, and two threads consume it several times.</summary>
    [Test]
    public void Calls_that_threads_start_complete_and_await_have_their_results()
    {
        var end = DateTime.UtcNow + TimeSpan.FromMilliseconds(250);
        var starting = Enumerable.Range(0, 2).Select(_ => Task.Factory.StartNew(
            () =>
            {
                for (var i = 0; DateTime.UtcNow < end; i++)
                {
                    var gate = new TaskCompletionSource<int>();
                    var call = i % 7 == 0 ? Number(gate.Task) : OwnTask.Of(Number(gate.Task));
                    var completing = Task.Run(() => gate.SetResult(i));
                    if (i % 7 != 0)
                    {
                        var awaiting = Task.Run(async () => await call + await call);
                        Assert.That(call.AsTask().Result + call.Result, Is.EqualTo(2 * i));
                        Assert.That(awaiting.Result, Is.EqualTo(2 * i));
                    }
                    else
                    {
                        Assert.That(call.Result, Is.EqualTo(i));
                    }

                    completing.Wait();
                }
            },
            TaskCreationOptions.LongRunning));
        Assert.That(Task.WaitAll([.. starting], TimeSpan.FromMinutes(1)), Is.True);
    }

    [Test]
    public async Task A_cancellation_is_thrown_by_the_method_and_nobody_else_until_it_is_awaited()
    {
        using var source = new CancellationTokenSource();
        source.Cancel();
        var exception = new OperationCanceledException("cancelled", source.Token);
        var gate = new TaskCompletionSource();

        var call = OwnTask.Of(Fails(gate.Task, exception));
        gate.SetResult();

        Assert.That(call.IsCanceled, Is.True);
        Assert.That(exception.StackTrace, Does.Contain(nameof(Fails)).And.Not.Contain("PooledAwait.Runtime"));
        Assert.That(exception.StackTrace!.Split('\n'), Has.Length.EqualTo(1));
        for (var i = 0; i < 2; i++)
        {
            try
            {
                await call;
                Assert.Fail();
            }
            catch (OperationCanceledException thrown)
            {
                Assert.That(thrown, Is.SameAs(exception));
            }
        }
    }

    /// <summary>Runs the test on its own thread, because each thread remembers how often callers asked for tasks.</summary>
    private static void OnOwnThread(Action test)
    {
        var thread = Task.Factory.StartNew(test, TaskCreationOptions.LongRunning);
        thread.GetAwaiter().GetResult();
    }

    private static bool IsOfDefaultBuilder(ValueTask<int> call) =>
        typeof(ValueTask<int>).GetField("_obj", BindingFlags.Instance | BindingFlags.NonPublic)!.GetValue(call) is Task;

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> AskedAlways(Task gate)
    {
        await gate;
        return 1;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> AskedAtFirst(Task gate)
    {
        await gate;
        return 1;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> AskedNowAndThen(Task gate)
    {
        await gate;
        return 1;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]
    private static async ValueTask WithoutResult(Task gate, Exception exception)
    {
        await gate;
        throw exception;
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Number(Task<int> gate)
    {
        await Task.Yield();
        return await gate.ConfigureAwait(false);
    }

    [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
    private static async ValueTask<int> Fails(Task gate, Exception exception)
    {
        await gate;
        throw exception;
    }
}
