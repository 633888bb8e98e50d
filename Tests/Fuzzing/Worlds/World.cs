using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace Tests.Fuzzing.Worlds;

/// <summary>
/// The environment of a generated program during one run. It has promises, an ambient value, the trace of the program's observations,
/// and contexts and schedulers whose work the pump runs. While the program runs, only the pump's thread uses the world.
/// </summary>
public sealed class World
{
    private const int Contexts = 2;
    private static readonly AsyncLocal<int> s_ambient = new();

    private readonly Dictionary<int, Promise> _promises = [];
    private readonly Dictionary<int, CancellationTokenSource> _tokens = [];
    private readonly ConditionalWeakTable<Task, string> _names = [];
    private readonly WorldContext[] _contexts = new WorldContext[Contexts];
    private readonly WorldScheduler[] _schedulers = new WorldScheduler[Contexts];
    private readonly List<Root> _roots = [];
    private readonly ConcurrentDictionary<int, int>[] _numbers = [new(), new()];
    private int _completing;

    internal World(bool tracing, bool isOrdered)
    {
        IsOrdered = isOrdered;
        Trace = tracing ? new Trace() : null;
        Cancelled = new CancellationToken(canceled: tracing);
        Pump = new Pump(EndStep);
        for (var i = 0; i < Contexts; i++)
        {
            _contexts[i] = new WorldContext(this, $"c{i}");
            _schedulers[i] = new WorldScheduler(this, $"s{i}", inlines: i == 0);
        }

        Running = this;
    }

    /// <summary>The world of the running program, for code that captures nothing.</summary>
    public static World Running { get; private set; } = null!;

    /// <summary>A value that flows with the ExecutionContext.</summary>
    public int Ambient
    {
        get => s_ambient.Value;
        set => s_ambient.Value = value;
    }

    /// <summary>A token that is cancelled from the start in runs with a trace. In other runs it is never cancelled.</summary>
    public CancellationToken Cancelled { get; }

    /// <summary>True for a run without a trace. In such a run, nothing fails on purpose, and nothing is cancelled.</summary>
    internal bool IsPeaceful => Trace == null;

    /// <summary>The number of calls of async methods and lambdas.</summary>
    internal int Calls { get; set; }

    /// <summary>Whether every call that the script made has ended. Valid after <c>Finish</c>.</summary>
    internal bool AllEnded { get; private set; }

    /// <summary>
    /// Whether the order of events within each step is compared. If the order is compared, tasks can be numbered in the order of their creation.
    /// </summary>
    internal bool IsOrdered { get; }

    /// <summary>Whether a promise is being ended or a token is being cancelled. Code that runs during this time runs in place.</summary>
    internal bool IsCompleting => _completing > 0;

    internal Trace? Trace { get; }

    internal Pump Pump { get; }

    private static Task Completed => System.Threading.Tasks.Task.CompletedTask;

    /// <summary>Adds a step that calls a method which returns a task. The trace shows how the task ends.</summary>
    public void Start(int site, Place place, Func<Lane, Task> call) => Step(place, () => Begin(new TaskRoot(this, Lane(site)), call));

    /// <summary>Adds a step that calls a method which returns a ValueTask.</summary>
    public void Start(int site, Place place, Consumption consumption, Func<Lane, ValueTask> call) =>
        Step(place, () => Begin(new ValueTaskRoot(this, Lane(site), consumption), call));

    /// <summary>Adds a step that calls a method which returns a ValueTask with a result.</summary>
    public void Start(int site, Place place, Consumption consumption, Func<Lane, ValueTask<int>> call) =>
        Step(place, () => Begin(new ValueTaskOfIntRoot(this, Lane(site), consumption), call));

    /// <summary>Adds a step that calls a method which returns void.</summary>
    public void Start(int site, Place place, Action<Lane> call) => Step(place, () =>
    {
        var lane = Lane(site);
        try
        {
            call(lane);
            lane.Log(-1, "returned");
        }
        catch (Exception e)
        {
            lane.Caught(-1, e);
        }
    });

    /// <summary>Adds a step that runs an action under the context or scheduler of a place.</summary>
    public void Step(Place place, Action action) => Pump.Add(() => Run(place, action));

    public Task Task(int promise) => Promise(promise).Task;

    public Task<int> TaskOf(int promise) => Promise(promise).TaskOf;

    /// <summary>Creates a task that ends when a promise ends. No other code has this task.</summary>
    public Task NewTask(int promise) => Promise(promise).NewTask();

    public Task<int> NewTaskOf(int promise) => Promise(promise).NewTaskOf();

    public ValueTask Value(int promise) => Promise(promise).Value();

    public ValueTask<int> ValueOf(int promise) => Promise(promise).ValueOf();

    /// <summary>Returns an awaitable that is a struct and ignores the ExecutionContext.</summary>
    public CustomAwaitable Custom(int promise) => new(Promise(promise));

    /// <summary>Returns an awaitable that is a class and has only OnCompleted.</summary>
    public PlainAwaitable Plain(int promise) => new(Promise(promise));

    public void Complete(int promise) => End(() => Promise(promise).End(Outcome.Result));

    public void Fail(int promise) => End(() => Promise(promise).End(IsPeaceful ? Outcome.Result : Outcome.Exception));

    public void Cancel(int promise) => End(() => Promise(promise).End(IsPeaceful ? Outcome.Result : Outcome.Cancellation));

    public CancellationToken Token(int token) => TokenSource(token).Token;

    public void CancelToken(int token)
    {
        if (!IsPeaceful)
        {
            End(TokenSource(token).Cancel);
        }
    }

    /// <summary>Returns a failed task, or a completed task in a run without a trace.</summary>
    public Task FailedTask() => IsPeaceful ? Completed : System.Threading.Tasks.Task.FromException(new WorldException("made"));

    public Task CancelledTask() => IsPeaceful ? Completed : System.Threading.Tasks.Task.FromCanceled(Cancelled);

    /// <summary>Returns null, or a completed task in a run without a trace.</summary>
    public Task NullTask() => IsPeaceful ? Completed : null!;

    /// <summary>Changes the SynchronizationContext of the thread, as user code may.</summary>
    public void Switch(Place place) => SynchronizationContext.SetSynchronizationContext(Context(place));

    public TaskScheduler Scheduler(int number) => _schedulers[number];

    /// <summary>
    /// Returns a dictionary of numbers. If the order of events is not compared, each call gets a new dictionary, so that no call sees what another call has
    /// added.
    /// </summary>
    public ConcurrentDictionary<int, int> Numbers(int number) => IsOrdered ? _numbers[number] : new();

    /// <summary>Consumes a ValueTask outside the program, in code that the weaver does not see.</summary>
    public int Read(ValueTask<int> value) => value.AsTask() is null ? 0 : 1;

    /// <summary>Logs the antecedent of a continuation that has no lane.</summary>
    public void Continued(int site, Task antecedent) => Trace?.Add(this, $"c{site}~", site, Describe(antecedent));

    /// <summary>Gives a task the name that identifies it in the trace, if it has no name yet.</summary>
    internal void Name(Task task, string name) => _names.TryAdd(task, name);

    /// <summary>Describes a value by a text that does not depend on how the program was built.</summary>
    internal string Describe(object? value) => value switch
    {
        null => "null",
        Task task => (_names.TryGetValue(task, out var name) ? name + ":" : "") + task.Status + task switch
        {
            Task<int> { IsCompletedSuccessfully: true } result => $"={result.Result}",
            Task<Task> { IsCompletedSuccessfully: true } inner => $"=({Describe(inner.Result)})",
            Task<Task<int>> { IsCompletedSuccessfully: true } inner => $"=({Describe(inner.Result)})",
            { IsFaulted: true } => "!" + string.Join("+", task.Exception!.InnerExceptions.Select(Describe)),
            _ => "",
        },
        AggregateException aggregate => $"Aggregate[{string.Join("+", aggregate.InnerExceptions.Select(Describe))}]",
        OperationCanceledException cancelled => $"{cancelled.GetType().Name}({cancelled.Message} {TokenName(cancelled.CancellationToken)})",
        Exception { InnerException: { } inner } exception => $"{exception.GetType().Name}({exception.Message} <- {Describe(inner)})",
        Exception exception => $"{exception.GetType().Name}({exception.Message})",
        _ => value.ToString() ?? "",
    };

    /// <summary>Logs the calls that have not ended, and sets AllEnded. Must be called after the script has ended.</summary>
    internal void Finish()
    {
        AllEnded = true;
        foreach (var root in _roots)
        {
            AllEnded &= root.EndOfScript();
        }
    }

    private void EndStep()
    {
        foreach (var root in _roots)
        {
            root.EndOfStep();
        }

        Trace?.NextStep();
    }

    private Lane Lane(int site)
    {
        Calls++;
        return new Lane(this, $"r{site}");
    }

    private void Begin<TCall>(Root<TCall> root, Func<Lane, TCall> call)
    {
        _roots.Add(root);
        root.Begin(call);
    }

    private void End(Action action)
    {
        _completing++;
        try
        {
            action();
        }
        finally
        {
            _completing--;
        }
    }

    private void Run(Place place, Action action)
    {
        if (place is Place.FirstScheduler or Place.SecondScheduler)
        {
            System.Threading.Tasks.Task.Factory.StartNew(
                action, CancellationToken.None, TaskCreationOptions.None, _schedulers[place - Place.FirstScheduler]);
            return;
        }

        SynchronizationContext.SetSynchronizationContext(Context(place));
        try
        {
            action();
            Trace?.Add(this, "step", 0, "done");
        }
        catch (Exception e)
        {
            Trace?.Add(this, "step", 0, Describe(e));
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(null);
        }
    }

    private WorldContext? Context(Place place) => place is Place.FirstContext or Place.SecondContext ? _contexts[place - Place.FirstContext] : null;

    private Promise Promise(int number)
    {
        if (!_promises.TryGetValue(number, out var promise))
        {
            _promises.Add(number, promise = new Promise(this, number));
        }

        return promise;
    }

    private CancellationTokenSource TokenSource(int number)
    {
        if (!_tokens.TryGetValue(number, out var source))
        {
            _tokens.Add(number, source = new CancellationTokenSource());
        }

        return source;
    }

    private string TokenName(CancellationToken token) =>
        token == default ? "no token"
        : token == Cancelled ? "cancelled token"
        : _tokens.FirstOrDefault(t => t.Value.Token == token) is { Value: not null } known ? $"token {known.Key}"
        : "another token";
}
