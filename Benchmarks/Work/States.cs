using System.Collections.Concurrent;

namespace Work;

/// <summary>
/// Passes capturing delegates to methods of the base library that have an overload with a state. For comparison, other methods call that overload
/// directly, as a developer would write it by hand.
/// </summary>
public static class States
{
    /// <summary>Passes a factory that captures one reference.</summary>
    public static int GetOrAdd(ConcurrentDictionary<int, int> all, StrongBox<int> total) => all.GetOrAdd(1, key => key + total.Value);

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static int GetOrAddByHand(ConcurrentDictionary<int, int> all, StrongBox<int> total) =>
        all.GetOrAdd(1, static (key, state) => key + state.Value, total);

    /// <summary>Passes a factory that captures two references.</summary>
    public static int GetOrAddTwo(ConcurrentDictionary<int, int> all, StrongBox<int> total, int[] amounts) =>
        all.GetOrAdd(1, key => key + total.Value + amounts[0]);

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static int GetOrAddTwoByHand(ConcurrentDictionary<int, int> all, StrongBox<int> total, int[] amounts) =>
        all.GetOrAdd(1, static (key, state) => key + state.total.Value + state.amounts[0], (total, amounts));

    /// <summary>Passes two factories that capture the same reference.</summary>
    public static int AddOrUpdate(ConcurrentDictionary<int, int> all, StrongBox<int> total) =>
        all.AddOrUpdate(1, key => key + total.Value, (_, old) => old + total.Value);

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static int AddOrUpdateByHand(ConcurrentDictionary<int, int> all, StrongBox<int> total) =>
        all.AddOrUpdate(1, static (key, state) => key + state.Value, static (_, old, state) => old + state.Value, total);

    /// <summary>Registers a callback that captures one reference.</summary>
    public static void Register(CancellationToken token, StrongBox<int> total) => token.Register(() => total.Value++).Dispose();

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static void RegisterByHand(CancellationToken token, StrongBox<int> total) =>
        token.Register(static state => ((StrongBox<int>)state!).Value++, total).Dispose();

    /// <summary>Starts a task whose lambda captures one reference.</summary>
    public static Task StartNew(TaskScheduler scheduler, StrongBox<int> total) =>
        Task.Factory.StartNew(() => { total.Value++; }, CancellationToken.None, TaskCreationOptions.None, scheduler);

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static Task StartNewByHand(TaskScheduler scheduler, StrongBox<int> total) => Task.Factory.StartNew(
        static state => { ((StrongBox<int>)state!).Value++; }, total, CancellationToken.None, TaskCreationOptions.None, scheduler);

    /// <summary>Starts a task whose lambda captures two references.</summary>
    public static Task StartNewTwo(TaskScheduler scheduler, StrongBox<int> total, int[] amounts) =>
        Task.Factory.StartNew(() => { total.Value += amounts[0]; }, CancellationToken.None, TaskCreationOptions.None, scheduler);

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static Task StartNewTwoByHand(TaskScheduler scheduler, StrongBox<int> total, int[] amounts) => Task.Factory.StartNew(
        static state =>
        {
            var (sum, of) = (Tuple<StrongBox<int>, int[]>)state!;
            sum.Value += of[0];
        },
        Tuple.Create(total, amounts), CancellationToken.None, TaskCreationOptions.None, scheduler);

    /// <summary>Starts a task on the thread pool whose lambda captures one reference.</summary>
    public static Task Run(CountdownEvent done) => Task.Run(() => { done.Signal(); });

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static Task RunByHand(CountdownEvent done) => Task.Factory.StartNew(
        static state => { ((CountdownEvent)state!).Signal(); }, done, CancellationToken.None, TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);

    /// <summary>Queues work that captures one reference to the thread pool.</summary>
    public static void Queue(CountdownEvent done) => ThreadPool.QueueUserWorkItem(_ => done.Signal());

    /// <summary>Makes the same call as the method above, but passes a state.</summary>
    public static void QueueByHand(CountdownEvent done) => ThreadPool.QueueUserWorkItem(static state => state.Signal(), done, preferLocal: false);
}
