namespace AssemblyToProcess.Valid;

/// <summary>Delegates that run as tasks: passed to every overload of StartNew, and to every overload of Run whose delegate returns no task.</summary>
public sealed class StateObjectsOfTasks
{
    private readonly Trace _trace;
    private readonly CancellationToken _token = new CancellationTokenSource().Token;

    private StateObjectsOfTasks(Trace trace) => _trace = trace;

    public static void Start_new_runs_every_overload(Trace trace)
    {
        var fixture = new StateObjectsOfTasks(trace);
        fixture.StartThis();
        fixture.StartVariable("variable");
        fixture.StartOfResult("result", 3);
        fixture.StartNull("null");
    }

    public static void Run_runs_every_overload(Trace trace)
    {
        var fixture = new StateObjectsOfTasks(trace);
        fixture.RunThis();
        fixture.RunVariable("variable");
        fixture.RunTwo("two", 2);
        trace.Add("generic", Generic("text", 7) + Generic("text", "seven"));
        trace.Add("async", Async("async", trace).Result);
    }

    public static void They_keep_their_options(Trace trace)
    {
        var text = "options";
        trace.Add("run", Task.Run(() => { text.Clone(); }).CreationOptions);
        trace.Add("run, func", Task.Run(() => text.Length).CreationOptions);
        trace.Add("start", Task.Factory.StartNew(() => { text.Clone(); }, TaskCreationOptions.LongRunning).CreationOptions);
        var factory = new TaskFactory<int>(TaskCreationOptions.PreferFairness, TaskContinuationOptions.None);
        trace.Add("factory", factory.StartNew(() => text.Length).CreationOptions);
    }

    public static void They_end_as_before(Trace trace)
    {
        var text = "thrown";
        var cancelled = new CancellationToken(canceled: true);
        Task[] tasks =
        [
            Task.Run(() => { Fail(text); }),
            Task.Run(() => Fail(text)),
            Task.Run(() => trace.Add(text), cancelled),
            Task.Run(() => text.Length, cancelled),
            Task.Factory.StartNew(() => { Fail(text); }),
            Task.Factory.StartNew(() => trace.Add(text), cancelled),
        ];
        foreach (var task in tasks)
        {
            task.ContinueWith(_ => { }).Wait();
            trace.Add("ended", $"{task.Status} {task.Exception?.InnerException?.Message}");
        }
    }

    public static void They_run_where_they_did(Trace trace)
    {
        Await(Task.Run(() => trace.Place("run")));
        Await(Task.Factory.StartNew(() => trace.Place("start")));
        var inline = new Inline();
        Await(Task.Factory.StartNew(() => Await(Task.Run(() => trace.Place("run inside"))), CancellationToken.None, TaskCreationOptions.None, inline));
        Await(Task.Factory.StartNew(
            () => Await(Task.Factory.StartNew(() => trace.Place("start inside"))), CancellationToken.None, TaskCreationOptions.None, inline));
    }

    public static void Children_attach_as_before(Trace trace)
    {
        var source = new ManualResetEventSlim();
        var parent = Task.Factory.StartNew(() =>
        {
            Task.Factory.StartNew(() => { source.Wait(); trace.Add("child"); }, TaskCreationOptions.AttachedToParent);
        });
        trace.Add("waits", parent.Wait(10));
        source.Set();
        parent.Wait();
        var detached = Task.Run(() => { Task.Factory.StartNew(() => { source.Wait(); }, TaskCreationOptions.AttachedToParent); });
        detached.Wait();
        trace.Add("ended");
    }

    public static void Groups_do_as_well(Trace trace)
    {
        var fixture = new StateObjectsOfTasks(trace);
        Task.Run(fixture.Note).Wait();
        trace.Add("func", Task.Run(fixture.Count).Result > 0);
        Task.Factory.StartNew(fixture.Note).Wait();
        trace.Add("virtual", Task.Run(new Derived().ToString).Result);
        try
        {
            Nobody(null!);
        }
        catch (Exception e)
        {
            trace.Add("null", e.GetType().Name);
        }
    }

    private static int Fail(string text) => throw new FormatException(text);

    /// <summary>Waits through the task's handle. If the task has not begun, Task.Wait would run it on the waiting thread.</summary>
    private static void Await(Task task) => ((IAsyncResult)task).AsyncWaitHandle.WaitOne();

    private static void Nobody(StateObjectsOfTasks fixture) => Task.Run(fixture.Note);

    private void Note() => _trace.Add("noted");

    private int Count() => _trace.Lines.Count;

    private void StartThis()
    {
        var factory = Task.Factory;
        factory.StartNew(() => Note()).Wait();
        factory.StartNew(() => Note(), _token).Wait();
        factory.StartNew(() => Note(), TaskCreationOptions.DenyChildAttach).Wait();
        factory.StartNew(() => Note(), _token, TaskCreationOptions.None, TaskScheduler.Default).Wait();
        _trace.Add("func", factory.StartNew(() => Count()).Result);
        _trace.Add("func, token", factory.StartNew(() => Count(), _token).Result);
        _trace.Add("func, options", factory.StartNew(() => Count(), TaskCreationOptions.DenyChildAttach).Result);
        _trace.Add("func, all", factory.StartNew(() => Count(), _token, TaskCreationOptions.None, TaskScheduler.Default).Result);
    }

    private void StartVariable(string text)
    {
        var trace = _trace;
        Task.Factory.StartNew(() => trace.Add("one")).Wait();
        Task.Factory.StartNew(() => trace.Add(text)).Wait();
        _trace.Add("func", Task.Factory.StartNew(() => text.Length).Result);
        Task.Factory.StartNew(() => new List<string>(text.Length), Token(text)).Wait();
    }

    private CancellationToken Token(string text)
    {
        _trace.Add("argument", text);
        return _token;
    }

    private void StartOfResult(string text, int number)
    {
        var factory = new TaskFactory<int>();
        _trace.Add("result", factory.StartNew(() => text.Length).Result);
        _trace.Add("result, token", factory.StartNew(() => text.Length + number, _token).Result);
        _trace.Add("result, options", factory.StartNew(() => text.Length * number, TaskCreationOptions.DenyChildAttach).Result);
        _trace.Add("result, all", factory.StartNew(() => number, _token, TaskCreationOptions.None, TaskScheduler.Default).Result);
    }

    private void StartNull(string text)
    {
        Task.Factory.StartNew(state => _trace.Add(text, state), null).Wait();
        _trace.Add("null, func", Task.Factory.StartNew(state => text + (state == null), null).Result);
        Task.CompletedTask.ContinueWith((task, state) => _trace.Add(text, $"{task.Status} {state ?? "null"}"), null).Wait();
    }

    private void RunThis()
    {
        Task.Run(() => Note()).Wait();
        Task.Run(() => Note(), _token).Wait();
        _trace.Add("func", Task.Run(() => Count()).Result);
        _trace.Add("func, token", Task.Run(() => Count(), _token).Result);
    }

    private void RunVariable(string text)
    {
        _trace.Add("func", Task.Run(() => text.Length).Result);
        _trace.Add("func, token", Task.Run(() => text.Length, Token(text)).Result);
        _trace.Add("chosen", Task.Run(() => text.Length, text.Length > 3 ? _token : CancellationToken.None).Result);
    }

    private void RunTwo(string text, int number)
    {
        Task.Run(() => _trace.Add(text, number)).Wait();
        var local = text + number;
        _trace.Add("two", Task.Run(() => local + text).Result);
    }

    private static string Generic<T>(string text, T value) => Task.Run(() => text + typeof(T).Name + value).Result;

    private static async Task<string> Async(string text, Trace trace)
    {
        var length = await Task.Run(() => text.Length);
        await Task.Run(() => trace.Add(text + length));
        return text;
    }

    private sealed class Derived
    {
        public override string ToString() => "derived";
    }

    private sealed class Inline : TaskScheduler
    {
        public override string ToString() => "an inline scheduler";

        protected override void QueueTask(Task task) => TryExecuteTask(task);

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
