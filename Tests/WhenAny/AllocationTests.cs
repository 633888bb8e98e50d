using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>Measures exact bytes, on the thread that calls WhenAny and completes the tasks.</summary>
[Alone]
public class AllocationTests
{
    private static readonly Task s_completed = Task.CompletedTask;
    private static readonly Task<int> s_completedWithResult = Task.FromResult(1);
    private static readonly Task s_never = new TaskCompletionSource().Task;
    private static readonly Task s_stop = new TaskCompletionSource().Task;

    /// <summary>The continuation that the tests register with each result, as an async method would.</summary>
    private static readonly Action s_continuation = static () => s_continued++;

    private static int s_continued;

    [Test]
    public void One_task_where_one_has_completed()
    {
        var three = Enumerable.Repeat(s_completed, 3).ToArray();
        var four = Enumerable.Repeat(s_completed, 4).ToArray();
        Assert.Multiple(() =>
        {
            Assert.That(BytesPerCall(() => SpecializedWhenAny.WhenAny(s_completed, s_completed, s_completed)), Is.EqualTo(72));
            Assert.That(BytesPerCall(() => SpecializedWhenAny.WhenAny(s_completed, s_completed, s_completed, s_completed)), Is.EqualTo(72));
            Assert.That(BytesPerCall(() => SpecializedWhenAny.WhenAny(three)), Is.EqualTo(72));
            Assert.That(BytesPerCall(() => SpecializedWhenAny.WhenAny(four)), Is.EqualTo(72));
            Assert.That(BytesPerCall(() => SpecializedWhenAny.WhenAny(three.AsSpan())), Is.EqualTo(72));
            Assert.That(
                BytesPerCall(() => SpecializedWhenAny.WhenAny(s_completedWithResult, s_completedWithResult, s_completedWithResult)),
                Is.EqualTo(72));
        });
    }

    [TestCase(3, 384, 520)]
    [TestCase(4, 496, 664)]
    public void One_task_and_the_losers_lists_where_all_are_pending(int tasks, long sources, long all)
    {
        Assert.Multiple(() =>
        {
            Assert.That(BytesPerCall(() => Create(tasks)), Is.EqualTo(sources));
            Assert.That(BytesPerCall(() => CompleteFirst(tasks)), Is.EqualTo(all));
        });

        static TaskCompletionSource<int>[] Create(int tasks) => CreateWithTasks(tasks, out _);

        static Task<Task> CompleteFirst(int tasks)
        {
            var sources = CreateWithTasks(tasks, out var array);
            var result = SpecializedWhenAny.WhenAny(array);
            sources[0].SetResult(0);
            return result;
        }
    }

    [TestCase(2)]
    [TestCase(3)]
    [TestCase(4)]
    public void Nothing_where_one_has_completed_and_the_call_is_awaited(int tasks)
    {
        Assert.That(BytesPerCall(() => Take(AwaitCompleted(tasks))), Is.Zero);
        Assert.That(BytesPerCall(() => Take(AwaitedWhenAny.WhenAny(s_completedWithResult, s_completedWithResult, s_completedWithResult))), Is.Zero);

        static ValueTask<Task> AwaitCompleted(int tasks) => tasks switch
        {
            2 => AwaitedWhenAny.WhenAny(s_never, s_completed),
            3 => AwaitedWhenAny.WhenAny(s_never, s_never, s_completed),
            _ => AwaitedWhenAny.WhenAny(s_never, s_never, s_never, s_completed),
        };
    }

    [TestCase(2)]
    [TestCase(3)]
    [TestCase(4)]
    public void The_losers_lists_where_all_are_pending_and_the_call_is_awaited(int tasks)
    {
        var sources = BytesPerCall(() => CreateWithTasks(tasks, out _));
        Assert.That(BytesPerCall(() => CompleteFirst(tasks)), Is.EqualTo(sources + 32 * (tasks - 1)));

        static void CompleteFirst(int tasks)
        {
            var sources = CreateWithTasks(tasks, out var array);
            var awaiter = AwaitedWhenAny.WhenAny(array).ConfigureAwait(false).GetAwaiter();
            awaiter.UnsafeOnCompleted(s_continuation);
            var continued = s_continued;
            sources[0].SetResult(0);
            if (s_continued == continued || awaiter.GetResult() != array[0])
            {
                throw new InvalidOperationException("The result is not there.");
            }
        }
    }

    [Test]
    public void Nothing_in_a_loop_over_tasks_that_live_long()
    {
        var work = BytesPerCall(() => new TaskCompletionSource());
        Assert.That(BytesPerCall(Turn), Is.EqualTo(work));

        static void Turn()
        {
            var source = new TaskCompletionSource();
            var awaiter = AwaitedWhenAny.WhenAny(source.Task, s_stop, s_never).GetAwaiter();
            awaiter.UnsafeOnCompleted(s_continuation);
            source.SetResult();
            awaiter.GetResult();
        }
    }

    private static TaskCompletionSource<int>[] CreateWithTasks(int count, out Task[] tasks)
    {
        var sources = new TaskCompletionSource<int>[count];
        tasks = new Task[count];
        for (var i = 0; i < count; i++)
        {
            sources[i] = new TaskCompletionSource<int>();
            tasks[i] = sources[i].Task;
        }

        return sources;
    }

    private static void Take(ValueTask<Task> result) => result.GetAwaiter().GetResult();

    private static void Take(ValueTask<Task<int>> result) => result.GetAwaiter().GetResult();

    private static double BytesPerCall(Func<object> call) => BytesPerCall(() => { call(); });

    private static double BytesPerCall(Action call) => AllocatedBytes.PerCall(call);
}
