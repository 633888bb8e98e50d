namespace Work;

/// <summary>Awaits <c>Task.WhenAny</c> directly, again and again, like a loop that waits for its next event.</summary>
public static class AwaitedRacing
{
    /// <summary>Awaits the first of two tasks a number of times. The tasks are the same each time.</summary>
    /// <returns>The number of times that the first task won.</returns>
    public static async ValueTask<int> OfTwoAsync(Task first, Task second, int times)
    {
        var won = 0;
        for (var i = 0; i < times; i++)
        {
            if (await Task.WhenAny(first, second) == first)
            {
                won++;
            }
        }

        return won;
    }

    /// <inheritdoc cref="OfTwoAsync"/>
    public static async ValueTask<int> OfThreeAsync(Task first, Task second, Task third, int times)
    {
        var won = 0;
        for (var i = 0; i < times; i++)
        {
            if (await Task.WhenAny(first, second, third) == first)
            {
                won++;
            }
        }

        return won;
    }

    /// <inheritdoc cref="OfTwoAsync"/>
    public static async ValueTask<int> OfFourAsync(Task first, Task second, Task third, Task fourth, int times)
    {
        var won = 0;
        for (var i = 0; i < times; i++)
        {
            if (await Task.WhenAny(first, second, third, fourth) == first)
            {
                won++;
            }
        }

        return won;
    }

    /// <summary>Starts two tasks and waits for one of them, repeatedly, until the second wins.</summary>
    /// <returns>The number of times that the first task won.</returns>
    public static async ValueTask<int> OfTwoStartedAsync(Func<Task> start)
    {
        for (var won = 0; ; won++)
        {
            var first = start();
            if (await Task.WhenAny(first, start()) != first)
            {
                return won;
            }
        }
    }

    /// <inheritdoc cref="OfTwoStartedAsync"/>
    public static async ValueTask<int> OfThreeStartedAsync(Func<Task> start)
    {
        for (var won = 0; ; won++)
        {
            var first = start();
            if (await Task.WhenAny(first, start(), start()) != first)
            {
                return won;
            }
        }
    }

    /// <inheritdoc cref="OfTwoStartedAsync"/>
    public static async ValueTask<int> OfFourStartedAsync(Func<Task> start)
    {
        for (var won = 0; ; won++)
        {
            var first = start();
            if (await Task.WhenAny(first, start(), start(), start()) != first)
            {
                return won;
            }
        }
    }

    /// <summary>
    /// Does one piece of work after another, until <paramref name="stop"/> completes. The task <paramref name="never"/> does not complete. It imitates an event
    /// that does not happen, for example the loss of a connection.
    /// </summary>
    /// <returns>The number of pieces of work that were done.</returns>
    public static async ValueTask<int> UntilStoppedAsync(Func<Task> start, Task stop, Task never)
    {
        for (var done = 0; ; done++)
        {
            var work = start();
            if (await Task.WhenAny(work, stop, never) != work)
            {
                return done;
            }
        }
    }
}
