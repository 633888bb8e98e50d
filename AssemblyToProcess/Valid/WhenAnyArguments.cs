namespace AssemblyToProcess.Valid;

/// <summary>Three and four tasks as arguments of Task.WhenAny, which the compiler puts into an array or a span.</summary>
public static class WhenAnyArguments
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);
    private static readonly Task<int> s_neverOne = new TaskCompletionSource<int>().Task;

    private static Task? Nothing => null;

    public static void Some_have_completed(Trace trace)
    {
        Task done = s_one, failed = Task.FromException(new FormatException()), cancelled = Task.FromCanceled(new CancellationToken(true));
        trace.Add("three", Winner.Of(Task.WhenAny(s_never, done, s_never), s_never, done));
        trace.Add("four", Winner.Of(Task.WhenAny(s_never, s_never, failed, done), s_never, s_never, failed, done));
        trace.Add("cancelled", Winner.Of(Task.WhenAny(cancelled, failed, done), cancelled, failed, done));
        trace.Add("explicit", Winner.Of(Task.WhenAny(new[] { s_never, done, failed }), s_never, done, failed));
        trace.Add("of type Task", Winner.Of(Task.WhenAny(new Task[] { s_never, s_one, failed, s_one }), s_never, s_one, failed));
        trace.Add("with results", Winner.Of(Task.WhenAny(s_neverOne, s_one, s_neverOne), s_neverOne, s_one));
        trace.Add("four with results", Winner.Of(Task.WhenAny(s_neverOne, s_one, s_neverOne, s_one), s_neverOne, s_one));
        trace.Add("mixed", Winner.Of(Task.WhenAny(s_neverOne, Task.FromResult("text"), done), s_neverOne, done));
        trace.Add("same", Winner.Of(Task.WhenAny(done, done, done), done, done, done));
    }

    public static void One_completes_later(Trace trace)
    {
        var sources = new[] { new TaskCompletionSource<int>(), new TaskCompletionSource<int>(), new TaskCompletionSource<int>(), new TaskCompletionSource<int>() };
        var tasks = Array.ConvertAll(sources, source => source.Task);
        var three = Task.WhenAny(tasks[0], tasks[1], tasks[2]);
        var four = Task.WhenAny(tasks[3], tasks[2], tasks[1], tasks[0]);
        Task<Task> untyped = Task.WhenAny((Task)tasks[0], tasks[0], tasks[3]);
        trace.Add("pending", (three.Status, four.Status, untyped.Status, three.CreationOptions, three.AsyncState));
        sources[1].SetException(new FormatException());
        trace.Add("three", Winner.Of(three, tasks));
        trace.Add("four", Winner.Of(four, tasks));
        sources[3].SetCanceled();
        trace.Add("untyped", Winner.Of(untyped, tasks));
        sources[0].SetResult(0);
        sources[2].SetResult(2);
        trace.Add("afterwards", (Winner.Of(three, tasks), Winner.Of(four, tasks), Winner.Of(untyped, tasks)));
        trace.Add("observed", tasks[1].Exception!.InnerException);
    }

    public static void Are_evaluated_in_their_order(Trace trace)
    {
        var i = 0;
        Task? kept = null;
        var any = Task.WhenAny(Say(trace, i++), kept = Say(trace, i++), Say(trace, ++i));
        trace.Add("counted", i);
        trace.Add("kept", Winner.Of(any, kept));
        trace.Add("by reference", Winner.Of(Task.WhenAny(Say(trace, Count(ref i)), Say(trace, i), Say(trace, Count(ref i)), Say(trace, i)), s_never));
        trace.Add("beneath", Beneath(i + 1, "before", Task.WhenAny(s_never, s_one, s_never), i, Task.WhenAny(s_never, s_never, s_never, s_one)));
    }

    public static void Are_chosen(Trace trace)
    {
        for (var k = 0; k < 4; k++)
        {
            var yes = k % 2 == 0;
            var task = yes ? s_one : null;
            trace.Add("conditional", Winner.Of(Task.WhenAny(s_never, yes ? s_one : s_never, k == 1 ? Task.CompletedTask : s_one), s_never, s_one));
            trace.Add("coalesced", Winner.Of(Task.WhenAny(task ?? s_neverOne, s_never, Nothing ?? task ?? Task.CompletedTask, s_never), s_never, s_one));
            trace.Add("switched", Winner.Of(Task.WhenAny(s_never, k switch { 0 => s_one, 1 => s_never, 2 => Say(trace, k), _ => Task.CompletedTask }, s_one, s_never), s_one));
            trace.Add("nested", Winner.Of(Task.WhenAny(s_never, Task.WhenAny(s_never, yes ? s_one : s_never, s_one), s_never), s_never));
            trace.Add("all conditional", Winner.Of(Task.WhenAny(yes ? s_never : s_one, yes ? s_one : s_never, yes ? s_never : s_one, s_never), s_never, s_one));
        }
    }

    public static void Throw(Trace trace)
    {
        trace.Add("first", Winner.Thrown(() => Task.WhenAny(Throws("a"), Throws("b"), s_one)));
        trace.Add("second", Winner.Thrown(() => Task.WhenAny(Say(trace, 1), Throws("b"), Say(trace, 2))));
        trace.Add("last", Winner.Thrown(() => Task.WhenAny(Say(trace, 1), s_never, Say(trace, 2), Throws("d"))));
        trace.Add("thrown", Winner.Thrown(() => Task.WhenAny(s_never, Nothing ?? throw new FormatException("thrown"), s_never)));
        trace.Add("caught", Caught(trace, true));
        trace.Add("not caught", Caught(trace, false));
    }

    public static void Are_null(Trace trace)
    {
        trace.Add("constant", Winner.Thrown(() => Task.WhenAny(s_one, null!, s_one)));
        trace.Add("last constant", Winner.Thrown(() => Task.WhenAny(s_one, s_one, s_one, null!)));
        trace.Add("first", Winner.Thrown(() => Task.WhenAny(Nothing!, s_one, s_one)));
        trace.Add("second", Winner.Thrown(() => Task.WhenAny(s_one, Nothing!, s_one, s_one)));
        trace.Add("with results", Winner.Thrown(() => Task.WhenAny(s_one, s_one, (Task<int>)Nothing!)));
        trace.Add("default", Winner.Thrown(() => Task.WhenAny(default(Task)!, default(Task)!, default(Task)!)));
    }

    public static void In_loops_and_handlers(Trace trace)
    {
        foreach (var first in new[] { s_never, s_one })
        {
            while (true)
            {
                var any = Task.WhenAny(first, s_never, s_one);
                trace.Add("in a loop", Winner.Of(any, first, s_never, s_one));
                break;
            }
        }

        try
        {
            var any = Task.WhenAny(s_never, s_never, s_one);
            trace.Add("in a try block", Winner.Of(any, s_one));
            throw new FormatException();
        }
        catch (FormatException) when (Task.WhenAny(s_never, s_one, s_one).IsCompleted)
        {
            trace.Add("in a catch block", Winner.Of(Task.WhenAny(s_never, s_one, s_one, s_one), s_one));
        }
        finally
        {
            trace.Add("in a finally block", Winner.Of(Task.WhenAny(s_one, s_one, s_one, s_never), s_one));
        }
    }

    private static string Caught(Trace trace, bool throws)
    {
        try
        {
            return Winner.Of(Task.WhenAny(s_never, throws ? Throws("inside") : s_one, Say(trace, 3)), s_one);
        }
        catch (FormatException e)
        {
            return Winner.Of(Task.WhenAny(s_one, s_never, s_never, s_never), s_one) + e.Message;
        }
    }

    private static string Beneath(int first, string second, Task any, int fourth, Task<Task> other) => $"{first} {second} {any.Status} {fourth} {other.Status}";

    private static int Count(ref int i) => i += 10;

    private static Task Say(Trace trace, int i)
    {
        trace.Add("argument", i);
        return i % 2 == 0 ? s_never : s_one;
    }

    private static Task Throws(string message) => throw new FormatException(message);
}
