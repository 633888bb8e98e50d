namespace AssemblyToProcess.Valid;

/// <summary>The stack trace of an exception names the methods through which the exception passed.</summary>
public static class StackTraces
{
    public static async Task Name_the_methods(Trace trace)
    {
        foreach (var asynchronous in new[] { false, true })
        {
            try
            {
                await Outer(asynchronous);
            }
            catch (InvalidOperationException e)
            {
                trace.Add(asynchronous ? "after an await" : "at once", StackFrames.Of(e));
            }
        }
    }

    private static async ValueTask Outer(bool asynchronous)
    {
        await Middle(asynchronous);
        await Task.Yield();
    }

    private static async ValueTask<int> Middle(bool asynchronous)
    {
        try
        {
            return await Inner(asynchronous);
        }
        finally
        {
            await Task.Yield();
        }
    }

    private static async ValueTask<int> Inner(bool asynchronous)
    {
        if (asynchronous)
        {
            await Task.Yield();
        }

        return Thrower();
    }

    private static int Thrower() => throw new InvalidOperationException("thrown");
}
