namespace AssemblyToProcess.Valid;

/// <summary>Delegates that are passed to the program's own methods. These methods only call the delegates and return a task.</summary>
public static class StateObjectsOfOwnTasks
{
    public static void Have_tasks(Trace trace) => TasksAsync(trace).GetAwaiter().GetResult();

    private static async Task TasksAsync(Trace trace)
    {
        for (var i = 0; i < 2; i++)
        {
            var text = "text" + i;
            await new Connected<string>("x", "y").ForEachAsync(async item =>
            {
                trace.Add("connected", item + text);
                await Task.Yield();
            });
            trace.Add("forwarded", await Forward(() => text.Length, i));
            trace.Add("awaited by a lambda", await Awaits(() => Length(text)));
        }
    }

    private static Task<int> Forward(Func<int> function, int number) => AddAsync(function(), number);

    private static async Task<int> AddAsync(int one, int other)
    {
        await Task.Yield();
        return one + other;
    }

    private static Task<int> Awaits(Func<Task<int>> function) => function();

    private static async Task<int> Length(string text)
    {
        await Task.Yield();
        return text.Length;
    }

    private sealed class Connected<T>(params T[] items)
        where T : class
    {
        public Task ForEachAsync(Func<T, Task> callback)
        {
            if (callback == null)
            {
                throw new ArgumentNullException(nameof(callback));
            }

            if (items.Length == 1)
            {
                return callback(items[0]);
            }

            var tasks = new Task[items.Length];
            for (var i = 0; i < items.Length; i++)
            {
                tasks[i] = callback(items[i]);
            }

            return Task.WhenAll(tasks);
        }
    }
}
