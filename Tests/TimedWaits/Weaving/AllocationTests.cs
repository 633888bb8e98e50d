using Tests.Compilation;
using Tests.Weaving;

namespace Tests.TimedWaits.Weaving;

/// <summary>Measures the exact bytes of woven waits, on the thread that waits and completes the work.</summary>
[Alone]
public class AllocationTests
{
    // The figures of code that is not woven include the box of its state machine, which takes 104 to 128 bytes.
    [TestCase("Race", 408)]
    [TestCase("KeptRace", 416)]
    [TestCase("RaceWithToken", 512)]
    [TestCase("WaitAsync", 320)]
    [TestCase("WaitAsyncWithToken", 232)]
    public void Of_nothing_where_the_work_completes_later(string method, long before)
    {
        using var source = new CancellationTokenSource();
        var work = AllocatedBytes.PerCall(() => new TaskCompletionSource<int>());
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease }.Where(shape => shape == Shape.Release || !method.StartsWith("WaitAsync")))
        {
            Assert.That(BytesPerCall(shape, woven: true, method, Complete), Is.EqualTo(work), $"{shape}");
        }

        Assert.That(BytesPerCall(Shape.Release, woven: false, method, Complete), Is.EqualTo(work + before), "not woven");

        Action Complete(Type type, string name)
        {
            var call = type.GetMethod(name)!;
            return method.StartsWith("WaitAsync") ? Completing(Number(call)) : Completing(Truth(call));
        }

        Func<Task<int>, ValueTask<bool>> Truth(System.Reflection.MethodInfo call)
        {
            if (!method.EndsWith("Token"))
            {
                var plain = call.CreateDelegate<Func<Task, ValueTask<bool>>>();
                return task => plain(task);
            }

            var withToken = call.CreateDelegate<Func<Task, CancellationToken, ValueTask<bool>>>();
            return task => withToken(task, source.Token);
        }

        Func<Task<int>, ValueTask<int>> Number(System.Reflection.MethodInfo call)
        {
            if (!method.EndsWith("Token"))
            {
                return call.CreateDelegate<Func<Task<int>, ValueTask<int>>>();
            }

            var withToken = call.CreateDelegate<Func<Task<int>, CancellationToken, ValueTask<int>>>();
            return task => withToken(task, source.Token);
        }
    }

    [Test]
    public void Of_nothing_where_a_delay_ends()
    {
        foreach (var shape in new[] { Shape.Release, Shape.StandardRelease })
        {
            Assert.That(BytesPerCall(shape, woven: true, "Delay", Wait), Is.Zero, $"{shape}");
        }

        Assert.That(BytesPerCall(Shape.Release, woven: false, "Delay", Wait), Is.EqualTo(104 + 168), "not woven");

        static Action Wait(Type type, string name)
        {
            var call = type.GetMethod(name)!.CreateDelegate<Func<ValueTask>>();
            return () =>
            {
                var waiting = call();
                while (!waiting.IsCompleted)
                {
                    Thread.Sleep(0);
                }

                waiting.GetAwaiter().GetResult();
            };
        }
    }

    private static Action Completing<T>(Func<Task<int>, ValueTask<T>> call) => () =>
    {
        var source = new TaskCompletionSource<int>();
        var waiting = call(source.Task);
        source.SetResult(1);
        if (EqualityComparer<T>.Default.Equals(waiting.GetAwaiter().GetResult(), default))
        {
            throw new InvalidOperationException("It gave another result.");
        }
    };

    private static double BytesPerCall(Shape shape, bool woven, string method, Func<Type, string, Action> caller) =>
        BytesPerCallOf.Least(woven ? Weavers.Woven(shape).Result : Fixtures.Compiled(shape), "TimedWaitsCosts", type => caller(type, method));
}
