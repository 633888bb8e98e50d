namespace AssemblyToProcess.LeftAlone;

/// <summary>Async methods whose calls need the tasks that they get: one for each thing that is in the way.</summary>
public static class KeptTasks
{
    private static Task<int> s_field = Task.FromResult(0);
    private static readonly Task<int>[] s_array = new Task<int>[1];

    public static async Task<int> Used_twice(bool again)
    {
        Task<int> task;
        Take(task = LoadAsync());
        return again ? await task : 0;
    }

    public static async Task<int> Chosen(bool own) => await (own ? LoadAsync() : s_field);

    public static async Task<int> Not_async()
    {
        var task = Forwarding();
        await Task.Yield();
        return await task;
    }

    public static async Task<int> Overridden(Loader loader)
    {
        var task = loader.LoadAsync();
        await Task.Yield();
        return await task;
    }

    public static async Task<int> Beside_another(bool own) => await (own ? LoadAsync() : Kept());

    public static async Task Passed()
    {
        Take(LoadAsync());
        await Task.Yield();
    }

    public static async Task Passed_to_a_task(Task task)
    {
        _ = task.ContinueWith((_, state) => ((Task<int>)state!).Result, LoadAsync());
        await Task.Yield();
    }

    public static async Task<int> Blocked_on()
    {
        await Task.Yield();
        return LoadAsync().GetAwaiter().GetResult();
    }

    public static async Task<bool> Asked()
    {
        await Task.Yield();
        return LoadAsync().IsCompleted;
    }

    public static async Task Without_its_result() => await (Task)LoadAsync();

    public static async Task<int> Stored_twice()
    {
        var task = LoadAsync();
        await Task.Yield();
        var first = await task;
        Take(task = LoadAsync());
        await Task.Yield();
        return first + await task;
    }

    public static async Task<int> Or_another(bool other)
    {
        var task = LoadAsync();
        if (other)
        {
            task = s_field;
        }

        await Task.Yield();
        return await task;
    }

    public static async Task<int> Read()
    {
        var task = LoadAsync();
        var result = await task;
        Take(task);
        return result;
    }

    public static async Task<int> Configured_late()
    {
        var task = LoadAsync();
        await Task.Yield();
        return await task.ConfigureAwait(Flag());
    }

    public static async Task<int> With_and_without(bool result)
    {
        var task = LoadAsync();
        await Task.Yield();
        if (!result)
        {
            await (Task)task;
            return 0;
        }

        return await task;
    }

    public static async Task<int> Awaited_twice()
    {
        var task = LoadAsync();
        await Task.Yield();
        return await task + await task;
    }

    public static async Task<int> Perhaps_null(bool load)
    {
        Task<int>? task = null;
        if (load)
        {
            task = LoadAsync();
        }

        await Task.Yield();
        return await task!;
    }

    public static async Task In_a_field()
    {
        s_field = LoadAsync();
        await Task.Yield();
    }

    public static async Task In_an_array()
    {
        s_array[0] = LoadAsync();
        await Task.Yield();
    }

    public static async Task By_reference()
    {
        Place() = LoadAsync();
        await Task.Yield();
    }

    public static async Task<bool> Compared()
    {
        await Task.Yield();
        return LoadAsync() == null;
    }

    public static async TaskLikes.Promise<int> In_a_foreign_machine(Turnstile turnstile)
    {
        var task = LoadAsync();
        await turnstile;
        return task.Result;
    }

    public static async Task<int> On_a_type_parameter<T>(T loader)
        where T : ILoader => await loader.LoadAsync();

#if NET
    public static async Task<int> Of_an_interface() => await ILoader.DirectAsync();
#endif

    private static Task<int> Forwarding() => LoadAsync();

    private static Task<int> Kept() => s_field;

    private static ref Task<int> Place() => ref s_array[0];

    private static bool Flag() => false;

    private static void Take(Task task) => GC.KeepAlive(task);

    private static async Task<int> LoadAsync()
    {
        await Task.Yield();
        return 1;
    }

    public interface ILoader
    {
        Task<int> LoadAsync();

#if NET
        static async Task<int> DirectAsync()
        {
            await Task.Yield();
            return 2;
        }
#endif
    }

    public class Loader : ILoader
    {
        public virtual async Task<int> LoadAsync()
        {
            await Task.Yield();
            return 3;
        }
    }
}
