namespace AssemblyToProcess.Valid;

/// <summary>Captured tasks that are the antecedent of every call, of only some calls, or only of an earlier call.</summary>
public static class ContinueWithAntecedents
{
    public static void Are_told_from_other_tasks(Trace trace)
    {
        var (first, second) = (Task.FromResult(1), Task.FromResult(2));
        trace.Add("called again with another", CalledAgain(first, second));
        trace.Add("called again with another local", CalledAgainWithLocal(first, second));
        trace.Add("called again with a closure each", CalledAgainWithAClosureEach(first, second));
        trace.Add("called again after an exception", CalledAgainAfterAnException(first, second));
        trace.Add("written as it is called", WrittenAsItIsCalled(first, second));
        trace.Add("written among the arguments", WrittenAmongTheArguments(first, second));
        trace.Add("source written among the arguments", SourceWrittenAmongTheArguments(first, second));
        trace.Add("copied before it is written", CopiedBeforeItIsWritten(first, second));
    }

    public static void Are_links_of_chains(Trace trace)
    {
        trace.Add("its own continuation", OwnContinuation());
        trace.Add("linear", Linear(5));
        trace.Add("of the last link", OfTheLastLink(3));
        trace.Add("of the first link", OfTheFirstLink(3));
        trace.Add("replaced in between", ReplacedInBetween(3));
        trace.Add("of another type", OfAnotherType(Task.FromResult("text")));
    }

    // The compiler does not treat a jump back with goto as a loop, so it does not cache the delegate in the closure.
    private static string CalledAgain(Task<int> task, Task<int> other)
    {
        var all = "";
        var captured = task;
    again:
        all += task.ContinueWith(_ => captured.Result).Result;
        if (task != other)
        {
            task = other;
            goto again;
        }

        return all;
    }

    private static string CalledAgainWithLocal(Task<int> first, Task<int> other)
    {
        var all = "";
        var task = first.Result > 0 ? first : other;
        var captured = task;
    again:
        all += task.ContinueWith(_ => captured.Result + ",").Result;
        if (task != other)
        {
            task = other;
            goto again;
        }

        return all;
    }

    private static string CalledAgainWithAClosureEach(Task<int> task, Task<int> other)
    {
        var all = "";
    again:
        {
            var captured = task;
            all += task.ContinueWith(_ => captured.Result).Result;
        }

        if (task != other)
        {
            task = other;
            goto again;
        }

        return all;
    }

    private static string CalledAgainAfterAnException(Task<int> task, Task<int> other)
    {
        var all = "";
        var captured = task;
    again:
        try
        {
            all += task.ContinueWith(_ => captured.Result).Result;
            if (task != other)
            {
                throw new FormatException();
            }
        }
        catch (FormatException)
        {
            task = other;
            goto again;
        }

        return all;
    }

    private static int WrittenAsItIsCalled(Task<int> first, Task<int> second)
    {
        var task = first;
        return (task = second).ContinueWith(_ => task.Result).Result;
    }

    private static int WrittenAmongTheArguments(Task<int> first, Task<int> second)
    {
        var task = first;
        return task.ContinueWith(_ => task.Result, Options(task = second)).Result;
    }

    private static int SourceWrittenAmongTheArguments(Task<int> task, Task<int> second)
    {
        var captured = task;
        return task.ContinueWith(_ => captured.Result, Options(task = second)).Result + task.Result;
    }

    private static int CopiedBeforeItIsWritten(Task<int> task, Task<int> second)
    {
        var copy = task;
        task = second;
        return task.ContinueWith(_ => copy.Result).Result;
    }

    private static TaskContinuationOptions Options(Task task) =>
        task.IsCompleted ? TaskContinuationOptions.ExecuteSynchronously : TaskContinuationOptions.None;

    private static bool OwnContinuation()
    {
        var source = new TaskCompletionSource<int>();
        Task<bool>? task = null;
        task = source.Task.ContinueWith(antecedent => task != antecedent && task!.Status == TaskStatus.Running);
        source.SetResult(1);
        return task.Result;
    }

    private static int Linear(int length)
    {
        var last = Task.FromResult(0);
        for (var i = 0; i < length; i++)
        {
            var (previous, number) = (last, i);
            last = previous.ContinueWith(_ => previous.Result + number);
        }

        return last.Result;
    }

    private static string OfTheLastLink(int length)
    {
        var last = Task.FromResult("");
        for (var i = 0; i < length; i++)
        {
            var previous = last;
            last = last.ContinueWith(antecedent => previous.Result + (previous == antecedent));
        }

        return last.Result;
    }

    private static string OfTheFirstLink(int length)
    {
        var last = Task.FromResult("first");
        var first = last;
        for (var i = 0; i < length; i++)
        {
            var captured = first;
            last = last.ContinueWith(antecedent => antecedent.Result + (captured == antecedent));
        }

        return last.Result;
    }

    private static string ReplacedInBetween(int length)
    {
        var last = Task.FromResult("first");
        for (var i = 0; i < length; i++)
        {
            var previous = last;
            if (i == 1)
            {
                last = Task.FromResult("replaced");
            }

            last = last.ContinueWith(antecedent => antecedent.Result + previous.Result + (previous == antecedent));
        }

        return last.Result;
    }

    private static string OfAnotherType(Task<string> task)
    {
        Task captured = task;
        return task.ContinueWith(antecedent => $"{captured == antecedent}{captured.Status}").Result;
    }
}
