namespace AssemblyToProcess.Valid;

/// <summary>Every overload of ContinueWith without state, each with a lambda that captures <c>this</c>, one variable, or two.</summary>
public sealed class ContinueWithOverloads
{
    private readonly Trace _trace;
    private readonly CancellationToken _token = new CancellationTokenSource().Token;
    private readonly TaskScheduler _scheduler = TaskScheduler.Default;
    private readonly TaskContinuationOptions _options = TaskContinuationOptions.ExecuteSynchronously;

    private ContinueWithOverloads(Trace trace) => _trace = trace;

    public static void Run_what_captures_this(Trace trace)
    {
        var fixture = new ContinueWithOverloads(trace);
        fixture.ThisOfTask(Task.CompletedTask);
        fixture.ThisOfResult(Task.FromResult(5));
    }

    public static void Run_what_captures_one_variable(Trace trace)
    {
        var fixture = new ContinueWithOverloads(trace);
        fixture.VariableOfTask(Task.CompletedTask);
        fixture.VariableOfResult(Task.FromResult("five"));
    }

    public static void Run_what_captures_values(Trace trace)
    {
        var fixture = new ContinueWithOverloads(trace);
        fixture.ValuesOfTask(Task.CompletedTask, 7, "seven");
        fixture.ValuesOfResult(Task.FromResult(8L), 8, "eight");
    }

    private void Note(string what, Task antecedent) => _trace.Add(what, antecedent.Status);

    private void ThisOfTask(Task task)
    {
        task.ContinueWith(t => Note("action", t)).Wait();
        task.ContinueWith(t => Note("action, token", t), _token).Wait();
        task.ContinueWith(t => Note("action, options", t), _options).Wait();
        task.ContinueWith(t => Note("action, scheduler", t), _scheduler).Wait();
        task.ContinueWith(t => Note("action, all", t), _token, _options, _scheduler).Wait();
        _trace.Add("func", task.ContinueWith(t => _trace.Lines.Count).Result);
        _trace.Add("func, token", task.ContinueWith(t => _trace.Lines.Count, _token).Result);
        _trace.Add("func, options", task.ContinueWith(t => _trace.Lines.Count, _options).Result);
        _trace.Add("func, scheduler", task.ContinueWith(t => _trace.Lines.Count, _scheduler).Result);
        _trace.Add("func, all", task.ContinueWith(t => _trace.Lines.Count, _token, _options, _scheduler).Result);
    }

    private void ThisOfResult(Task<int> task)
    {
        task.ContinueWith(t => Note("action " + t.Result, t)).Wait();
        task.ContinueWith(t => Note("action, token " + t.Result, t), _token).Wait();
        task.ContinueWith(t => Note("action, options " + t.Result, t), _options).Wait();
        task.ContinueWith(t => Note("action, scheduler " + t.Result, t), _scheduler).Wait();
        task.ContinueWith(t => Note("action, all " + t.Result, t), _token, _options, _scheduler).Wait();
        _trace.Add("func", task.ContinueWith(t => t.Result + _trace.Lines.Count).Result);
        _trace.Add("func, token", task.ContinueWith(t => t.Result + _trace.Lines.Count, _token).Result);
        _trace.Add("func, options", task.ContinueWith(t => t.Result + _trace.Lines.Count, _options).Result);
        _trace.Add("func, scheduler", task.ContinueWith(t => t.Result + _trace.Lines.Count, _scheduler).Result);
        _trace.Add("func, all", task.ContinueWith(t => t.Result + _trace.Lines.Count, _token, _options, _scheduler).Result);
    }

    private void VariableOfTask(Task task)
    {
        Action(task, _trace);
        ActionAndToken(task, _trace);
        ActionAndOptions(task, _trace);
        ActionAndScheduler(task, _trace);
        ActionAndAll(task, _trace);
        _trace.Add("func", Func(task, "f"));
        _trace.Add("func, token", FuncAndToken(task, "ft"));
        _trace.Add("func, options", FuncAndOptions(task, "fo"));
        _trace.Add("func, scheduler", FuncAndScheduler(task, "fs"));
        _trace.Add("func, all", FuncAndAll(task, "fa"));
    }

    private void VariableOfResult(Task<string> task)
    {
        Action(task, _trace);
        ActionAndToken(task, _trace);
        ActionAndOptions(task, _trace);
        ActionAndScheduler(task, _trace);
        ActionAndAll(task, _trace);
        _trace.Add("func", Func(task, "f"));
        _trace.Add("func, token", FuncAndToken(task, "ft"));
        _trace.Add("func, options", FuncAndOptions(task, "fo"));
        _trace.Add("func, scheduler", FuncAndScheduler(task, "fs"));
        _trace.Add("func, all", FuncAndAll(task, "fa"));
    }

    private static void Action(Task task, Trace trace) => task.ContinueWith(t => trace.Add("action")).Wait();

    private void ActionAndToken(Task task, Trace trace) => task.ContinueWith(t => trace.Add("action, token"), _token).Wait();

    private void ActionAndOptions(Task task, Trace trace) => task.ContinueWith(t => trace.Add("action, options"), _options).Wait();

    private void ActionAndScheduler(Task task, Trace trace) => task.ContinueWith(t => trace.Add("action, scheduler"), _scheduler).Wait();

    private void ActionAndAll(Task task, Trace trace) => task.ContinueWith(t => trace.Add("action, all"), _token, _options, _scheduler).Wait();

    private static int Func(Task task, string s) => task.ContinueWith(t => s.Length).Result;

    private string FuncAndToken(Task task, string s) => task.ContinueWith(t => s + t.Status, _token).Result;

    private string FuncAndOptions(Task task, string s) => task.ContinueWith(t => s + t.Status, _options).Result;

    private string FuncAndScheduler(Task task, string s) => task.ContinueWith(t => s + t.Status, _scheduler).Result;

    private string FuncAndAll(Task task, string s) => task.ContinueWith(t => s + t.Status, _token, _options, _scheduler).Result;

    private static void Action(Task<string> task, Trace trace) => task.ContinueWith(t => trace.Add(t.Result)).Wait();

    private void ActionAndToken(Task<string> task, Trace trace) => task.ContinueWith(t => trace.Add(t.Result), _token).Wait();

    private void ActionAndOptions(Task<string> task, Trace trace) => task.ContinueWith(t => trace.Add(t.Result), _options).Wait();

    private void ActionAndScheduler(Task<string> task, Trace trace) => task.ContinueWith(t => trace.Add(t.Result), _scheduler).Wait();

    private void ActionAndAll(Task<string> task, Trace trace) => task.ContinueWith(t => trace.Add(t.Result), _token, _options, _scheduler).Wait();

    private static int Func(Task<string> task, string s) => task.ContinueWith(t => s.Length + t.Result.Length).Result;

    private string FuncAndToken(Task<string> task, string s) => task.ContinueWith(t => s + t.Result, _token).Result;

    private string FuncAndOptions(Task<string> task, string s) => task.ContinueWith(t => s + t.Result, _options).Result;

    private string FuncAndScheduler(Task<string> task, string s) => task.ContinueWith(t => s + t.Result, _scheduler).Result;

    private string FuncAndAll(Task<string> task, string s) => task.ContinueWith(t => s + t.Result, _token, _options, _scheduler).Result;

    private void ValuesOfTask(Task task, int number, string text)
    {
        task.ContinueWith(t => _trace.Add(text, number)).Wait();
        task.ContinueWith(t => _trace.Add(text, number), _token).Wait();
        _trace.Add("func", task.ContinueWith(t => text + number, _options).Result);
    }

    private void ValuesOfResult(Task<long> task, int number, string text)
    {
        task.ContinueWith(t => _trace.Add(text, number + t.Result), _scheduler).Wait();
        _trace.Add("func", task.ContinueWith(t => text + number + t.Result, _token, _options, _scheduler).Result);
    }
}
