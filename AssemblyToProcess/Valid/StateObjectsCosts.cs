using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Calls whose allocations are measured, each beside a handwritten version that passes a state.</summary>
public sealed class StateObjectsCosts
{
    private readonly ConcurrentDictionary<string, string> _names = new() { ["key"] = "value" };
    private readonly ConcurrentDictionary<string, int> _numbers = new() { ["key"] = 1 };
    private readonly CancellationToken _token = new CancellationTokenSource().Token;
    private readonly TaskScheduler _never = new Never();

    public static void Do_the_same_by_hand(Trace trace)
    {
        var fixture = new StateObjectsCosts();
        for (var i = 0; i < 3; i++)
        {
            fixture.Register(fixture);
            fixture.RegisterThis();
            fixture.RegisterTwo(fixture, "text");
            fixture.StartOne("text");
            fixture.StartTwo("text", "more");
            trace.Add("dictionary", fixture.GetOrAddThis() + fixture.GetOrAddOne("one") + fixture.GetOrAddTwo("two", i) + fixture.GetOrAddKey("key"));
            trace.Add("update", fixture.UpdateBoth(i, "text"));
            trace.Add("update, one of both", fixture.UpdateOne(i));
            fixture.RunThis().Wait();
            fixture.RunOne("text").Wait();
            fixture.RunTwo("text", "more").Wait();
            trace.Add("own", fixture.OwnThis() + OwnOne("one") + OwnTwo("two", i));
            Queue(fixture);
            QueueTwo(fixture, "text");
        }
    }

    public string GetOrAddThis() => _names.GetOrAdd("key", k => k + _numbers.Count);

    public string GetOrAddOne(string text) => _names.GetOrAdd("key", k => k + text);

    public string GetOrAddTwo(string text, int number) => _names.GetOrAdd("key", k => k + text + number);

    public string GetOrAddKey(string key) => _names.GetOrAdd(key, _ => key + key);

    public int UpdateBoth(int number, string text) => _numbers.AddOrUpdate("key", k => k.Length + number, (k, old) => old + number + text.Length);

    public int UpdateOne(int number) => _numbers.AddOrUpdate("key", k => 1, (k, old) => old + number);

    public CancellationTokenRegistration RegisterThis() => Disposed(_token.Register(() => Nothing()));

    public CancellationTokenRegistration Register(object it) => Disposed(_token.Register(() => it.GetHashCode()));

    public CancellationTokenRegistration RegisterTwo(object it, string text) => Disposed(_token.Register(() => text.Equals(it)));

    public Task StartOne(string text) =>
        Task.Factory.StartNew(() => { text.Clone(); }, CancellationToken.None, TaskCreationOptions.None, _never);

    public Task StartTwo(string text, string more) =>
        Task.Factory.StartNew(() => { text.Equals(more); }, CancellationToken.None, TaskCreationOptions.None, _never);

    public Task RunThis() => Task.Run(() => Nothing());

    public Task RunOne(string text) => Task.Run(() => { text.Clone(); });

    public Task RunTwo(string text, string more) => Task.Run(() => { text.Equals(more); });

    public static void Queue(StateObjectsCosts fixture) => ThreadPool.QueueUserWorkItem(_ => fixture.Nothing());

    public static void QueueTwo(StateObjectsCosts fixture, string text) => ThreadPool.QueueUserWorkItem(_ => fixture._names.ContainsKey(text));

    public int OwnThis() => Sum(n => n + _numbers.Count);

    public static int OwnOne(string text) => Sum(n => n + text.Length);

    public static int OwnTwo(string text, int number) => Sum(n => n + text.Length + number);

    public int OwnThisByHand() => Sum(static (n, it) => n + it._numbers.Count, this);

    public static int OwnOneByHand(string text) => Sum(static (n, state) => n + state.Length, text);

    public static int OwnTwoByHand(string text, int number) => Sum(static (n, state) => n + state.text.Length + state.number, (text, number));

    public CancellationTokenRegistration RegisterThisByHand() => Disposed(_token.Register(static state => ((StateObjectsCosts)state!).Nothing(), this));

    public CancellationTokenRegistration RegisterByHand(object it) => Disposed(_token.Register(static state => state!.GetHashCode(), it));

    public CancellationTokenRegistration RegisterTwoByHand(object it, string text) => Disposed(_token.Register(
        static state =>
        {
            var (first, second) = (Tuple<object, string>)state!;
            second.Equals(first);
        },
        Tuple.Create(it, text)));

    public Task StartOneByHand(string text) => Task.Factory.StartNew(
        static state => { ((string)state!).Clone(); }, text, CancellationToken.None, TaskCreationOptions.None, _never);

    public Task StartTwoByHand(string text, string more) => Task.Factory.StartNew(
        static state =>
        {
            var (first, second) = (Tuple<string, string>)state!;
            first.Equals(second);
        },
        Tuple.Create(text, more),
        CancellationToken.None,
        TaskCreationOptions.None,
        _never);

    public Task RunThisByHand() => Task.Factory.StartNew(
        static state => ((StateObjectsCosts)state!).Nothing(), this, CancellationToken.None, TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);

    public Task RunOneByHand(string text) => Task.Factory.StartNew(
        static state => { ((string)state!).Clone(); }, text, CancellationToken.None, TaskCreationOptions.DenyChildAttach, TaskScheduler.Default);

    public Task RunTwoByHand(string text, string more) => Task.Factory.StartNew(
        static state =>
        {
            var (first, second) = (Tuple<string, string>)state!;
            first.Equals(second);
        },
        Tuple.Create(text, more),
        CancellationToken.None,
        TaskCreationOptions.DenyChildAttach,
        TaskScheduler.Default);

#if NET
    public string GetOrAddThisByHand() => _names.GetOrAdd("key", static (k, it) => k + it._numbers.Count, this);

    public string GetOrAddOneByHand(string text) => _names.GetOrAdd("key", static (k, state) => k + state, text);

    public string GetOrAddTwoByHand(string text, int number) => _names.GetOrAdd("key", static (k, state) => k + state.text + state.number, (text, number));

    public string GetOrAddKeyByHand(string key) => _names.GetOrAdd(key, static k => k + k);

    public int UpdateBothByHand(int number, string text) => _numbers.AddOrUpdate(
        "key", static (k, state) => k.Length + state.number, static (k, old, state) => old + state.number + state.text.Length, (number, text));

    public int UpdateOneByHand(int number) => _numbers.AddOrUpdate("key", static (_, _) => 1, static (_, old, state) => old + state, number);

    public static void QueueByHand(StateObjectsCosts fixture) =>
        ThreadPool.QueueUserWorkItem(static state => state.Nothing(), fixture, preferLocal: false);

    public static void QueueTwoByHand(StateObjectsCosts fixture, string text) =>
        ThreadPool.QueueUserWorkItem(static state => state.fixture._names.ContainsKey(state.text), (fixture, text), preferLocal: false);
#endif

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Sum(Func<int, int> function)
    {
        var sum = 0;
        for (var i = 0; i < 3; i++)
        {
            sum += function(i);
        }

        return sum;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Sum<TState>(Func<int, TState, int> function, TState state)
    {
        var sum = 0;
        for (var i = 0; i < 3; i++)
        {
            sum += function(i, state);
        }

        return sum;
    }

    // After a registration is disposed of, the source can register again without an allocation.
    private static CancellationTokenRegistration Disposed(CancellationTokenRegistration registration)
    {
        registration.Dispose();
        return registration;
    }

    private void Nothing()
    {
    }

    private sealed class Never : TaskScheduler
    {
        protected override void QueueTask(Task task)
        {
        }

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
