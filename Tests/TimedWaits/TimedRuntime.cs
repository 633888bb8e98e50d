using System.Reflection;

namespace Tests.TimedWaits;

/// <summary>Calls the timed waits of any build of PooledAwait.Runtime, or of the base library, as woven code does.</summary>
public sealed class TimedRuntime(Assembly runtime)
{
    /// <summary>The methods of the build that the test project references.</summary>
    public static TimedRuntime Ours { get; } = new(typeof(PooledAwait.Runtime.AwaitedDelay).Assembly);

    /// <summary>The base library's own methods.</summary>
    public static TimedRuntime BaseLibrary { get; } = new();

    private TimedRuntime()
        : this(typeof(PooledAwait.Runtime.AwaitedDelay).Assembly)
    {
        Delay = (milliseconds, token) => new(Task.Delay(milliseconds, token));
        Wait = (task, time, token) => new(task.WaitAsync(time, token));
        WaitForInt = (task, time, token) => new(task.WaitAsync(time, token));
        StartDelay = Task.Delay;
        AnyOfTwo = (task1, task2) => new(Task.WhenAny(task1, task2));
        AnyOfThree = (task1, task2, task3) => new(Task.WhenAny(task1, task2, task3));
        AnyOfFour = (task1, task2, task3, task4) => new(Task.WhenAny(task1, task2, task3, task4));
    }

    public Func<int, CancellationToken, ValueTask> Delay { get; } = Bind<Func<int, CancellationToken, ValueTask>>(runtime, "AwaitedDelay", "Delay");

    public Func<Task, TimeSpan, CancellationToken, ValueTask> Wait { get; } =
        Bind<Func<Task, TimeSpan, CancellationToken, ValueTask>>(runtime, "AwaitedWaitAsync", "WaitAsync");

    public Func<Task<int>, TimeSpan, CancellationToken, ValueTask<int>> WaitForInt { get; } =
        runtime.GetType("PooledAwait.Runtime.AwaitedWaitAsync", throwOnError: true)!.GetMethods()
            .Single(method => method.IsGenericMethod && method.GetParameters() is [_, { Name: "timeout" }, { Name: "cancellationToken" }])
            .MakeGenericMethod(typeof(int)).CreateDelegate<Func<Task<int>, TimeSpan, CancellationToken, ValueTask<int>>>();

    public Func<int, CancellationToken, Task> StartDelay { get; } = Bind<Func<int, CancellationToken, Task>>(runtime, "TimedWhenAny", "Delay");

    public Func<Task, Task, ValueTask<Task>> AnyOfTwo { get; } = Bind<Func<Task, Task, ValueTask<Task>>>(runtime, "TimedWhenAny", "WhenAny");

    public Func<Task, Task, Task, ValueTask<Task>> AnyOfThree { get; } = Bind<Func<Task, Task, Task, ValueTask<Task>>>(runtime, "TimedWhenAny", "WhenAny");

    public Func<Task, Task, Task, Task, ValueTask<Task>> AnyOfFour { get; } =
        Bind<Func<Task, Task, Task, Task, ValueTask<Task>>>(runtime, "TimedWhenAny", "WhenAny");

    /// <summary>
    /// Whether the runtime can see in a stopped timer itself that none of the timer's callbacks is still due. Before that, the runtime relies on the clock. The
    /// property becomes true some milliseconds after the runtime has made its first timer.
    /// </summary>
    public bool IsExact =>
        (bool)runtime.GetType("PooledAwait.Runtime.TimerCallbacks", throwOnError: true)!.GetProperty("IsExact")!.GetValue(null)!;

    /// <summary>Makes a timer, and waits until <see cref="IsExact"/> is true.</summary>
    public TimedRuntime Prepare()
    {
        Delay(1, CancellationToken.None).AsTask().Wait();
        if (!SpinWait.SpinUntil(() => IsExact, TimeSpan.FromMinutes(2)))
        {
            throw new InvalidOperationException("The timers have not been tested.");
        }

        return this;
    }

    private static T Bind<T>(Assembly runtime, string type, string method)
        where T : Delegate =>
        runtime.GetType($"PooledAwait.Runtime.{type}", throwOnError: true)!.GetMethod(method, [.. typeof(T).GetGenericArguments()[..^1]])!.CreateDelegate<T>();
}
