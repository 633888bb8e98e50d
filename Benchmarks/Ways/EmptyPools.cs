namespace Benchmarks.Ways;

/// <summary>Measures calls of new methods. All calls are in flight at once, so each call makes a box.</summary>
internal static class EmptyPools
{
    private const int Calls = 20_000;

    public static IReadOnlyList<(string Name, Func<Methods, double> Bytes)> All { get; } =
    [
        ("finds its pool empty, `ValueTask<int>`", methods => OfCalls(Method<Func<Task, ValueTask<int>>>(methods, "ValueAsync"))),
        ("finds its pool empty, `Task<int>` with three longs", methods => OfCalls(Method<Func<Task, Task<int>>>(methods, "TaskAsync"))),
        ("finds its pool empty, `async void`", methods => OfVoid(Method<Action<Task>>(methods, "Void"))),
    ];

    private static TDelegate Method<TDelegate>(Methods methods, string name)
        where TDelegate : Delegate =>
        methods.Fresh.MakeGenericType(typeof(Guid)).GetMethod(name)!.CreateDelegate<TDelegate>();

    private static double OfCalls<TResult>(Func<Task, TResult> method)
    {
        var calls = new TResult[Calls];
        return Bytes(i => signal => calls[i] = method(signal));
    }

    private static double OfVoid(Action<Task> method) => Bytes(_ => method);

    /// <summary>Returns the average bytes of a call. The first call does not count, because it also makes the pool. Each call waits for its own task.</summary>
    private static double Bytes(Func<int, Action<Task>> call)
    {
        var signals = new TaskCompletionSource[Calls];
        var actions = new Action<Task>[Calls];
        for (var i = 0; i < Calls; i++)
        {
            signals[i] = new TaskCompletionSource();
            actions[i] = call(i);
        }

        actions[0](signals[0].Task);
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var i = 1; i < Calls; i++)
        {
            actions[i](signals[i].Task);
        }

        return (GC.GetAllocatedBytesForCurrentThread() - before) / (double)(Calls - 1);
    }
}
