using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>Measures the exact bytes of woven calls, on the thread that calls WhenAny and completes the tasks.</summary>
[Alone]
public class AllocationTests
{
    [TestCase("ThreeCompleted", 136, 72)]
    [TestCase("FourCompleted", 144, 72)]
    [TestCase("ThreeResults", 168, 72)]
    [TestCase("OfAnArray", 136, 72)]
    public void Of_a_task(string method, long before, long after) => Assert.Multiple(() =>
    {
        foreach (var shape in new[] { Shape.Release, Shape.Debug, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, method, Call), Is.EqualTo(after), $"{shape}");
        }

        // This figure includes no array, because the compiler chooses the framework's overloads that take spans.
        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method, Call), Is.EqualTo(before), "not woven");

        static Action Call(Type type, string method)
        {
            var call = type.GetMethod(method)!.CreateDelegate<Func<Task>>();
            return () => call();
        }
    });

    [TestCase("Three", 3, 584, 520)]
    [TestCase("Four", 4, 736, 664)]
    public void Of_a_task_and_the_losers_lists(string method, int tasks, long before, long after) => Assert.Multiple(() =>
    {
        // The figures include the sources and arrays that the test itself creates.
        foreach (var shape in new[] { Shape.Release, Shape.Debug, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, method, Call), Is.EqualTo(after), $"{shape}");
        }

        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method, Call), Is.EqualTo(before), "not woven");

        Action Call(Type type, string method)
        {
            var call = type.GetMethod(method)!.CreateDelegate<Func<Task[], Task<Task>>>();
            return () =>
            {
                var sources = new TaskCompletionSource<int>[tasks];
                var array = new Task[tasks];
                for (var i = 0; i < tasks; i++)
                {
                    sources[i] = new TaskCompletionSource<int>();
                    array[i] = sources[i].Task;
                }

                var any = call(array);
                sources[0].SetResult(0);
                if (any.Result != array[0])
                {
                    throw new InvalidOperationException("It gave another result.");
                }
            };
        }
    });

    [TestCase("AwaitTwo", 72)]
    [TestCase("AwaitThree", 136)]
    [TestCase("AwaitFour", 144)]
    public void Of_nothing_where_an_awaited_one_has_completed(string method, long before) => Nothing(method, before, (type, name) =>
    {
        var call = type.GetMethod(name)!.CreateDelegate<Func<ValueTask<Task>>>();
        return () => call().GetAwaiter().GetResult();
    });

    [Test]
    public void Of_nothing_where_an_awaited_one_has_completed_with_a_result() => Nothing("AwaitResult", 72, (type, name) =>
    {
        var call = type.GetMethod(name)!.CreateDelegate<Func<ValueTask<int>>>();
        return () => call().GetAwaiter().GetResult();
    });

    [Test]
    public void Of_nothing_where_one_among_tasks_that_live_long_completes_later()
    {
        // Subtracts the source and its task, because the caller makes them.
        var source = BytesPerCall(Weavers.Woven(Shape.Release).Result, "AwaitPending", (_, _) => () => new TaskCompletionSource());
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, "AwaitPending", Complete), Is.EqualTo(source), $"{shape}");
        }

        static Action Complete(Type type, string method)
        {
            var call = type.GetMethod(method)!.CreateDelegate<Func<Task, ValueTask<TaskStatus>>>();
            return () =>
            {
                var source = new TaskCompletionSource();
                var waiting = call(source.Task);
                source.SetResult();
                if (waiting.GetAwaiter().GetResult() != TaskStatus.RanToCompletion)
                {
                    throw new InvalidOperationException("It gave another result.");
                }
            };
        }
    }

    [Test]
    public void Of_its_own_task_alone_in_a_method_with_the_base_library_s_builder()
    {
        var woven = CallDecisions.All.Woven(Shape.Release).Result;
        Assert.Multiple(() =>
        {
            Assert.That(BytesPerCall(woven, "AwaitInTaskMethod", Call), Is.EqualTo(72));
            Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), "AwaitInTaskMethod", Call), Is.EqualTo(72 + 136), "not woven");
        });

        static Action Call(Type type, string method)
        {
            var call = type.GetMethod(method)!.CreateDelegate<Func<Task<Task>>>();
            return () => call();
        }
    }

    private static void Nothing(string method, long before, Func<Type, string, Action> caller) => Assert.Multiple(() =>
    {
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(Weavers.Woven(shape).Result, method, caller), Is.Zero, $"{shape}");
        }

        Assert.That(BytesPerCall(Fixtures.Compiled(Shape.Release), method, caller), Is.EqualTo(before), "not woven");
    });

    private static double BytesPerCall(CompiledAssembly assembly, string method, Func<Type, string, Action> caller) =>
        BytesPerCallOf.Least(assembly, "WhenAnyCosts", type => caller(type, method));
}
