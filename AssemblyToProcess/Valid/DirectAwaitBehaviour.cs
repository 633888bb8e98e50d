using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Records what a caller can observe of a call whose task it awaits directly.</summary>
public static class DirectAwaitBehaviour
{
    private static readonly AsyncLocal<string> s_local = new();

    public static void AsyncLocals(Trace trace)
    {
        var turnstile = new Turnstile();
        s_local.Value = "outside";
        var call = Outer(trace, turnstile);
        trace.Add("after the call", s_local.Value);
        s_local.Value = "completing";
        turnstile.PassAll();
        trace.Add("after the completion", s_local.Value);
        trace.Add("completed", call.IsCompleted);
        s_local.Value = null!;
    }

    private static async Task Outer(Trace trace, Turnstile turnstile)
    {
        s_local.Value = "outer";
        await Inner(trace, turnstile);
        trace.Add("outer, after", s_local.Value);
    }

    private static async Task Inner(Trace trace, Turnstile turnstile)
    {
        trace.Add("inner, before", s_local.Value);
        s_local.Value = "inner";
        await turnstile;
        trace.Add("inner, after", s_local.Value);
    }

    public static void Contexts(Trace trace)
    {
        var context = new ManualContext("the context");
        var source = new TaskCompletionSource<int>();
        var previous = SynchronizationContext.Current;
        SynchronizationContext.SetSynchronizationContext(context);
        Task call;
        try
        {
            call = Captured(trace, source.Task);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(previous);
        }

        OwnThread.Run("completing", () => source.SetResult(1));
        context.Run();
        trace.Add("completed", call.IsCompleted);
    }

    private static async Task Captured(Trace trace, Task<int> task)
    {
        await NotCaptured(trace, task);
        trace.Place("outer, captured");
        await NotCaptured(trace, task).ConfigureAwait(false);
        trace.Place("outer, not captured");
    }

    private static async Task<int> NotCaptured(Trace trace, Task<int> task)
    {
        var result = await task.ConfigureAwait(false);
        trace.Place("inner");
        return result;
    }

    public static async Task Cancellation(Trace trace)
    {
        using var cancellation = new CancellationTokenSource();
        var thrown = new OperationCanceledException("own", cancellation.Token);
        foreach (var suspend in new[] { false, true })
        {
            try
            {
                await Cancelled(thrown, suspend);
            }
            catch (OperationCanceledException e)
            {
                trace.Add($"suspended {suspend}", $"same {ReferenceEquals(e, thrown)}, token {e.CancellationToken == cancellation.Token}");
            }
        }
    }

    private static async Task<int> Cancelled(Exception thrown, bool suspend)
    {
        if (suspend)
        {
            await Task.Yield();
        }

        throw thrown;
    }

    public static async Task Stacks(Trace trace)
    {
        foreach (var suspend in new[] { false, true })
        {
            try
            {
                await Level1(suspend);
            }
            catch (Exception e)
            {
                trace.Add($"suspended {suspend}", StackFrames.Of(e));
            }
        }
    }

    private static async Task<int> Level1(bool suspend) => 1 + await Level2(suspend).ConfigureAwait(false);

    private static async Task<int> Level2(bool suspend)
    {
        await Level3(suspend);
        return 2;
    }

    private static async Task Level3(bool suspend)
    {
        if (suspend)
        {
            await Task.Yield();
        }

        throw new InvalidOperationException("deep");
    }

    public static async Task Order(Trace trace)
    {
        var turnstile = new Turnstile();
        var first = Caller(trace, turnstile, "first");
        var second = Caller(trace, turnstile, "second");
        trace.Add("both wait");
        turnstile.Pass();
        trace.Add("the first has passed");
        turnstile.Pass();
        await first;
        await second;
    }

    private static async Task Caller(Trace trace, Turnstile turnstile, string name)
    {
        trace.Add(name, "calls");
        await Callee(trace, turnstile, name);
        trace.Add(name, "goes on");
    }

    private static async Task Callee(Trace trace, Turnstile turnstile, string name)
    {
        trace.Add(name, "is called");
        await turnstile;
        trace.Add(name, "is left");
    }

    public static void Deep(Trace trace)
    {
        trace.Add("at once", Down(null, 2000).Result);

        // When a level completes, it completes its caller before it returns. Nevertheless, the stack must not overflow.
        var turnstile = new Turnstile();
        var call = Down(turnstile, 2000);
        turnstile.PassAll();
        trace.Add("suspended", call.Result);
    }

    private static async Task<int> Down(Turnstile? turnstile, int depth)
    {
        if (depth > 0)
        {
            return 1 + await Down(turnstile, depth - 1);
        }

        if (turnstile != null)
        {
            await turnstile;
        }

        return 5000;
    }

    public static async Task TypesAreInitialised(Trace trace)
    {
        try
        {
            await Initialised.Call();
        }
        catch (TypeInitializationException e)
        {
            trace.Add("failed", e);
        }
    }

    // The type's initialiser runs at the first call of any of its methods.
    private static class Initialised
    {
        // The second method that the weaver adds reads this field, so that the initialiser runs.
        public static readonly int Number = 1;

        static Initialised() => throw new InvalidOperationException($"the type {Number}");

        public static async Task Call() => await Task.Yield();
    }

    public static async Task NullObjects(Trace trace)
    {
        foreach (var holder in new Holder?[] { new(), null })
        {
            try
            {
                trace.Add("called", await holder!.Call());
            }
            catch (NullReferenceException e)
            {
                trace.Add("null", e.GetType().Name);
            }
        }
    }

    private sealed class Holder
    {
        private readonly int _value = 5;

        public async Task<int> Call()
        {
            await Task.Yield();
            return _value;
        }
    }

    public static void ContinuationsInvokedAgain(Trace trace)
    {
        InvokedAgain(trace, "awaited where it is returned", AwaitsClick);
        InvokedAgain(trace, "its task is kept", Clicked);
    }

    private static void InvokedAgain(Trace trace, string label, Func<Trace, Button, Task> call)
    {
        var first = new Button();
        var second = new Button();
        var ended = call(trace, first);
        first.Click();
        var pending = call(trace, second);
        try
        {
            first.Click();
        }
        catch (NullReferenceException)
        {
            // Only the default builder throws, because it resumes the call although the call has ended.
        }

        trace.Add(label, $"ended {ended.IsCompleted}, completed by another's button {pending.IsCompleted}");
        second.Click();
        trace.Add(label, $"completed by its own button {pending.IsCompleted}");
    }

    private static async Task AwaitsClick(Trace trace, Button button) => await Clicked(trace, button);

    private static async Task Clicked(Trace trace, Button button)
    {
        await button;
        trace.Add("clicked");
    }

    /// <summary>A button whose event keeps its subscribers.</summary>
    private sealed class Button : INotifyCompletion
    {
        private event Action? OnClick;

        public bool IsCompleted => false;

        public Button GetAwaiter() => this;

        public void GetResult()
        {
        }

        public void OnCompleted(Action continuation) => OnClick += continuation;

        public void Click() => OnClick?.Invoke();
    }

    public static async Task SeenFromOutside(Trace trace)
    {
        // Weaving changes nothing that reflection or a caller can see: the type has the same members, and the method returns its task.
        var method = typeof(Shown).GetMethod(nameof(Shown.Load))!;
        trace.Add("members", string.Join(",", typeof(Shown).GetMembers().Select(member => member.Name).OrderBy(name => name, StringComparer.Ordinal)));
        trace.Add("attribute", method.GetCustomAttributes(typeof(AsyncStateMachineAttribute), false).Length);
        var invoked = (Task<int>)method.Invoke(new Shown(), null)!;
        trace.Add("invoked", await invoked);
        Func<Task<int>> made = new Shown().Load;
        trace.Add("of a delegate", await made());
        trace.Add("awaited", await new Shown().Load());
        trace.Add("status", new Shown { Turnstile = new Turnstile() }.Load().Status);
    }

    public sealed class Shown
    {
        internal Turnstile? Turnstile { get; set; }

        public async Task<int> Load()
        {
            if (Turnstile != null)
            {
                await Turnstile;
            }

            await Task.Yield();
            return 5000;
        }
    }
}
