namespace AssemblyToProcess.Valid;

/// <summary>Records what a caller can observe of a virtual call whose task it awaits directly.</summary>
public static class DirectAwaitVirtualBehaviour
{
    private static readonly AsyncLocal<string> s_local = new();

    public static async Task NullObjects(Trace trace)
    {
        foreach (var service in new Service?[] { new Known(), null })
        {
            await Observed(trace, "a class", async () => $"{await service!.Get(Argument(trace, 1))}");
            await Observed(trace, "a class, configured", async () => $"{await service!.Get(Argument(trace, 2)).ConfigureAwait(false)}");
            await Observed(trace, "an interface", async () => $"{await ((IService?)service)!.Get(Argument(trace, 3))}");
            await Observed(trace, "a generic one", async () => $"{await ((IService<string>?)service)!.Get("x")}");
            await Observed(trace, "forwarded", () => Forward(service!));
            await Observed(trace, "caught where it is called", () => Caught(service!));
        }
    }

    public static async Task NullTasks(Trace trace)
    {
        foreach (var service in new Service[] { new Known(), new Unknown() })
        {
            await Observed(trace, $"{service.GetType().Name}, without a result", async () => { await service.Do(); return "done"; });
            await Observed(trace, $"{service.GetType().Name}, configured", async () => { await service.Do().ConfigureAwait(false); return "done"; });
        }
    }

    public static async Task Stacks(Trace trace)
    {
        foreach (var service in new Service[] { new Known(), new Unknown() })
        {
            foreach (var kind in new[] { 100, 101, 102 })
            {
                await Observed(trace, $"{service.GetType().Name} {kind}", async () => $"{await OfAClass(service, kind)}");
                await Observed(trace, $"{service.GetType().Name} {kind}, an interface", async () => $"{await OfAnInterface(service, kind)}");
            }
        }
    }

    public static async Task Cancellation(Trace trace)
    {
        using var cancellation = new CancellationTokenSource();
        cancellation.Cancel();
        foreach (var service in new Service[] { new Known(), new Unknown() })
        {
            try
            {
                await service.Cancelled(cancellation.Token);
            }
            catch (OperationCanceledException e)
            {
                trace.Add(service.GetType().Name, $"token {e.CancellationToken == cancellation.Token}");
            }
        }
    }

    public static void Contexts(Trace trace)
    {
        foreach (var service in new Service[] { new Known(), new Unknown() })
        {
            var context = new ManualContext("the context");
            var source = new TaskCompletionSource<int>();
            var previous = SynchronizationContext.Current;
            SynchronizationContext.SetSynchronizationContext(context);
            Task call;
            try
            {
                call = Captured(trace, service, source.Task);
            }
            finally
            {
                SynchronizationContext.SetSynchronizationContext(previous);
            }

            OwnThread.Run("completing", () => source.SetResult(1));
            context.Run();
            trace.Add($"{service.GetType().Name} completed", call.IsCompleted);
        }
    }

    public static void AsyncLocals(Trace trace)
    {
        foreach (var service in new Service[] { new Known(), new Unknown() })
        {
            var turnstile = new Turnstile();
            s_local.Value = "outside";
            var call = Outer(trace, service, turnstile);
            trace.Add("after the call", s_local.Value);
            s_local.Value = "completing";
            turnstile.PassAll();
            trace.Add("after the completion", s_local.Value);
            trace.Add("completed", call.IsCompleted);
            s_local.Value = null!;
        }
    }

    public static async Task TypesAreInitialised(Trace trace)
    {
        Initialised? none = null;
        var before = Initialised.Log.Count;
        await Observed(trace, "none", async () => $"{await none!.Get(1)}");
        trace.Add("initialised by no object", Initialised.Log.Count != before);
        await Observed(trace, "one", async () => $"{await new Initialised().Get(2)}");
        await Observed(trace, "the same", async () => $"{await ((Initialised)new LaterInitialised()).Get(3)}");
    }

    public static void Deep(Trace trace)
    {
        var one = new Recursive(null!);
        var service = (IService)new Recursive(one);
        one.Next = service;
        trace.Add("at once", service.Get(2000).Result);
    }

    public static async Task Kept(Trace trace)
    {
        Service service = new Known();
        var task = service.Get(1);
        trace.Add("the same", ReferenceEquals(task, task) && await task == await task);
        Func<int, Task<int>> get = service.Get;
        trace.Add("of a delegate", await get(2));
        trace.Add("of reflection", await (Task<int>)typeof(IService).GetMethod("Get")!.Invoke(service, new object[] { 3 })!);
        trace.Add("interfaces", string.Join(",", typeof(Known).GetInterfaces().Select(type => type.Name).OrderBy(name => name, StringComparer.Ordinal)));
        trace.Add("members", string.Join(",", typeof(Service).GetMembers().Select(member => member.Name).OrderBy(name => name, StringComparer.Ordinal)));
        trace.Add("of the interface", typeof(IService).GetMembers((System.Reflection.BindingFlags)(-1)).Length);
    }

    private static int Argument(Trace trace, int value)
    {
        trace.Add("argument", value);
        return value;
    }

    private static async Task Observed(Trace trace, string name, Func<Task<string>> call)
    {
        try
        {
            trace.Add(name, await call());
        }
        catch (Exception e)
        {
            trace.Add(name, $"{e.GetType().Name} {(e is NullReferenceException ? "" : e.Message)} {StackFrames.Of(e)}");
        }
    }

    private static async Task<string> Caught(IService service)
    {
        try
        {
            return $"{await service.Get(4)}";
        }
        catch (NullReferenceException)
        {
            return "caught";
        }
    }

    // Does not trace the exception's stack, which in woven code contains the name of the forwarder's twin.
    private static async Task<string> Forward(IService service)
    {
        try
        {
            return $"{await Forwarder(service)}";
        }
        catch (NullReferenceException)
        {
            return "caught";
        }
    }

    private static Task<int> Forwarder(IService service) => service.Get(5);

    private static async Task<int> OfAClass(Service service, int kind) => 1 + await service.Get(kind);

    private static async Task<int> OfAnInterface(IService service, int kind) => 1 + await service.Get(kind).ConfigureAwait(false);

    private static async Task Captured(Trace trace, Service service, Task<int> task)
    {
        await service.NotCaptured(trace, task);
        trace.Place("outer, captured");
        await service.NotCaptured(trace, task).ConfigureAwait(false);
        trace.Place("outer, not captured");
    }

    private static async Task Outer(Trace trace, Service service, Turnstile turnstile)
    {
        s_local.Value = "outer";
        await service.Inner(trace, turnstile);
        trace.Add("outer, after", s_local.Value);
    }

    private interface IService
    {
        Task<int> Get(int value);
    }

    private interface IService<T>
    {
        Task<T> Get(T value);
    }

    private abstract class Service : IService, IService<string>
    {
        public abstract Task<int> Get(int value);

        public abstract Task<string> Get(string value);

        public virtual async Task Do() => await Task.Yield();

        public virtual async Task<int> Cancelled(CancellationToken token)
        {
            await Task.Yield();
            token.ThrowIfCancellationRequested();
            return 1;
        }

        public virtual async Task<int> NotCaptured(Trace trace, Task<int> task)
        {
            var result = await task.ConfigureAwait(false);
            trace.Place("inner");
            return result;
        }

        public virtual async Task Inner(Trace trace, Turnstile turnstile)
        {
            trace.Add("inner, before", s_local.Value);
            s_local.Value = "inner";
            await turnstile;
            trace.Add("inner, after", s_local.Value);
        }
    }

    private sealed class Known : Service
    {
        public override async Task<int> Get(int value)
        {
            if (value == 100)
            {
                throw new InvalidOperationException("at once");
            }

            await Task.Yield();
            return value == 101 ? throw new InvalidOperationException("later") : 5000 + value;
        }

        public override async Task<string> Get(string value)
        {
            await Task.Yield();
            return value;
        }
    }

    // These methods are not async and make their tasks by themselves, so no method of this class has a twin.
    private sealed class Unknown : Service
    {
        public override Task<int> Get(int value) => value switch
        {
            100 => throw new InvalidOperationException("at the call"),
            101 => Source<int>(source => source.SetException(new InvalidOperationException("of the task"))),
            _ => Source<int>(source => source.SetResult(5000)),
        };

        public override Task<string> Get(string value) => Source<string>(source => source.SetResult(value));

        public override Task Do() => null!;

        public override Task<int> Cancelled(CancellationToken token) => Source<int>(source => source.TrySetException(new OperationCanceledException(token)));

        public override Task<int> NotCaptured(Trace trace, Task<int> task) => Source<int>(source => task.ContinueWith(
            ended =>
            {
                trace.Add("inner");
                source.SetResult(ended.Result);
            },
            TaskContinuationOptions.ExecuteSynchronously));

        public override Task Inner(Trace trace, Turnstile turnstile)
        {
            trace.Add("inner, before", s_local.Value);
            s_local.Value = "changed";
            return Source<int>(source => turnstile.OnCompleted(() => source.SetResult(1)));
        }

        private static Task<T> Source<T>(Action<TaskCompletionSource<T>> begin)
        {
            var source = new TaskCompletionSource<T>();
            begin(source);
            return source.Task;
        }
    }

    // The type's initialiser runs when the first object is created or a static member is used, and not before.
    private class Initialised
    {
        static Initialised() => Log.Add("initialised");

        public virtual async Task<int> Get(int value)
        {
            await Task.Yield();
            return Log.Count + value;
        }

        public static class Log
        {
            public static int Count { get; private set; }

            public static void Add(string line) => Count = 1;
        }
    }

    private sealed class LaterInitialised : Initialised;

    private sealed class Recursive(IService next) : IService
    {
        public IService Next { get; set; } = next;

        public async Task<int> Get(int depth)
        {
            if (depth > 0)
            {
                return 1 + await Next.Get(depth - 1);
            }

            return 5000;
        }
    }
}
