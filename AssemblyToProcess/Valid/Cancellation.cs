namespace AssemblyToProcess.Valid;

/// <summary>A cancelled call has the status Canceled. Its await throws the exception object that the method threw, with the token of that exception.</summary>
public static class Cancellation
{
    public static async Task Keeps_token_and_exception(Trace trace)
    {
        using var source = new CancellationTokenSource();
        foreach (var asynchronous in new[] { false, true })
        {
            var turnstile = asynchronous ? new Turnstile() : null;
            var task = Work(turnstile, source.Token).AsTask();
            source.Cancel();
            turnstile?.Pass();
            try
            {
                await task;
            }
            catch (OperationCanceledException e)
            {
                trace.Add("status", task.Status);
                trace.Add("token", e.CancellationToken == source.Token);
                trace.Add("exception", e);
            }
        }
    }

    public static async Task Keeps_the_exception_object(Trace trace)
    {
        var thrown = new OperationCanceledException("mine");
        foreach (var asynchronous in new[] { false, true })
        {
            try
            {
                await Throw(thrown, asynchronous);
            }
            catch (OperationCanceledException e)
            {
                trace.Add("same", ReferenceEquals(thrown, e));
            }

            var pending = Throw(thrown, asynchronous).AsTask();
            await pending.ContinueWith(t => trace.Add("status", t.Status), TaskContinuationOptions.ExecuteSynchronously);
        }
    }

    public static async Task Is_seen_on_the_ValueTask_itself(Trace trace)
    {
        var cancelled = Throw(new TaskCanceledException("derived"), asynchronous: false);
        trace.Add("completed, successfully, cancelled, faulted", (cancelled.IsCompleted, cancelled.IsCompletedSuccessfully, cancelled.IsCanceled, cancelled.IsFaulted));
        try
        {
            await cancelled;
        }
        catch (TaskCanceledException e)
        {
            trace.Add("exception", e);
        }
    }

    private static async ValueTask<int> Work(Turnstile? turnstile, CancellationToken token)
    {
        if (turnstile == null)
        {
            token = new CancellationToken(true);
            token.ThrowIfCancellationRequested();
        }

        await turnstile!;
        token.ThrowIfCancellationRequested();
        return 1;
    }

    private static async ValueTask Throw(Exception exception, bool asynchronous)
    {
        if (asynchronous)
        {
            await Task.Yield();
        }

        throw exception;
    }
}
