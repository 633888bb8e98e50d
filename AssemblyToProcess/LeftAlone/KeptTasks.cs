namespace AssemblyToProcess.LeftAlone;

/// <summary>Calls that need the task of an async method, each for a different reason.</summary>
public static class KeptTasks
{
    private static Task<int> s_field = Task.FromResult(0);
    private static readonly Task<int>[] s_array = new Task<int>[1];

    public static void Stay(Trace trace)
    {
        In_a_field().Wait();
        trace.Add("in a field", s_field.Result);
        In_an_array().Wait();
        trace.Add("in an array", s_array[0].Result);
        By_reference().Wait();
        trace.Add("by reference", s_array[0].Result);
        trace.Add("used twice", Used_twice(again: true).Result);
        trace.Add("chosen", Chosen(own: true).Result + Chosen(own: false).Result);
        trace.Add("not async", Not_async().Result);
        trace.Add("overridden", Overridden(new Loader()).Result);
        trace.Add("beside another", Beside_another(own: true).Result + Beside_another(own: false).Result);
        Passed().Wait();
        Passed_to_a_task(Task.CompletedTask).Wait();
        trace.Add("blocked on", Blocked_on().Result);
        Asked().Wait();
        Without_its_result().Wait();
        trace.Add("stored twice", Stored_twice().Result);
        trace.Add("or another", Or_another(other: true).Result + Or_another(other: false).Result);
        trace.Add("read", Read().Result);
        trace.Add("configured late", Configured_late().Result);
        trace.Add("with and without its result", With_and_without(result: true).Result + With_and_without(result: false).Result);
        trace.Add("awaited twice", Awaited_twice().Result);
        trace.Add("asked after it was awaited", Asked_after_await().Result);
        trace.Add("read after it was awaited", Read_after_await().Result);
        trace.Add("its status", Its_status().Result);
        trace.Add("its exception", Its_exception().Result);
        trace.Add("its state", Its_state().Result);
        trace.Add("asked where it may be null", Asked_where_null(load: true).Result);
        trace.Add("not null", Perhaps_null(load: true).Result);
        trace.Add("null", Perhaps_null(load: false).ContinueWith(ended => ended.Exception!.InnerException).Result);
        trace.Add("compared", Compared().Result);
        var turnstile = new Turnstile();
        var promise = In_a_foreign_machine(turnstile);
        turnstile.Pass();
        trace.Add("in a foreign machine", promise.Value);
        trace.Add("on a type parameter", On_a_type_parameter(new Loader()).Result);
#if NET
        trace.Add("of an interface", Of_an_interface().Result);
#endif
    }

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

    public static async Task<int> Asked_after_await()
    {
        var task = LoadAsync();
        var result = await task;
        return task.IsFaulted ? 0 : result;
    }

    public static async Task<int> Read_after_await()
    {
        var task = LoadAsync();
        await Task.Yield();
        var result = await task;
        return task.IsCompleted ? result + task.Result : 0;
    }

    public static async Task<int> Its_status()
    {
        var task = LoadAsync();
        return task.Status == TaskStatus.RanToCompletion ? task.Result : await task;
    }

    public static async Task<int> Its_exception()
    {
        var task = LoadAsync();
        await Task.Yield();
        return task.Exception == null ? await task : 0;
    }

    public static async Task<int> Its_state()
    {
        var task = LoadAsync();
        return task.AsyncState == null ? await task : 0;
    }

    public static async Task<int> Asked_where_null(bool load)
    {
        Task<int>? task = null;
        if (load)
        {
            task = LoadAsync();
        }

        await Task.Yield();
        return task!.IsCompleted ? task.Result : await task;
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
