using System.Reflection;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>An AsyncLocal reports each change of its value, and so reveals every needless switch of contexts.</summary>
public static class Notifying
{
    // This method is missing in netstandard2.0 and in Mono.
    private static readonly MethodInfo? s_restore = typeof(ExecutionContext).GetMethod("Restore", [typeof(ExecutionContext)]);

    [Scenario(Kinds.All)]
    public static void Every_switch_of_contexts_is_told_of_as_ever(Trace trace, Kinds kind)
    {
        foreach (var (name, arrange) in Awaits.RunInPlace)
        {
            trace.Add(name);
            var local = new AsyncLocal<string?>(change => trace.Add(Describe(change)));
            OwnThread.Run("the caller", () =>
            {
                local.Value = "the caller's";
                var script = new Script().Do(() => local.Value = "set before");
                var complete = arrange(script);
                _ = new Call(kind, script.Do(() => local.Value = "set after"));
                OwnThread.Run("another thread", () =>
                {
                    local.Value = "the completing thread's";
                    complete();
                });
                trace.Add("completed");
            });
        }
    }

    [Scenario(Kinds.All)]
    public static void After_Yield_each_value_is_told_of_where_it_is_set(Trace trace, Kinds kind)
    {
        foreach (var flows in new[] { true, false })
        {
            using var done = new ManualResetEvent(false);
            var changes = new List<string>();
            var local = new AsyncLocal<string?>(change =>
            {
                if (!change.ThreadContextChanged)
                {
                    changes.Add(Describe(change));
                }
            });
            var script = new Script().Yield().Do(() => local.Value = "first").Yield().Do(() => local.Value = "second").Do(() => done.Set());
            OwnThread.Run("the caller", () =>
            {
                local.Value = flows ? "the caller's" : null;
                _ = new Call(kind, script);
            });
            trace.Await("yielded", done);
            trace.Add(string.Join(", ", changes));
        }
    }

    /// <summary>
    /// The called method makes its caller's context current before it ends, so resuming the caller needs no switch. When the two methods return, the thread's
    /// context must change as with the default builder.
    /// </summary>
    [Scenario(Kinds.ValueTask | Kinds.AwaitedTask)]
    public static void A_caller_whose_context_is_current_already_leaves_it_as_ever(Trace trace, Kinds kind)
    {
        var local = new AsyncLocal<string?>(change => trace.Add(Describe(change)));
        var source = new TaskCompletionSource();
        OwnThread.Run("the caller", () => _ = kind == Kinds.ValueTask ? Outer().AsTask() : OuterTask());
        OwnThread.Run("another thread", source.SetResult);
        trace.Add("completed");

        async ValueTask Outer()
        {
            local.Value = "outer";
            await Middle(ExecutionContext.Capture()!);
        }

        async ValueTask Middle(ExecutionContext callers)
        {
            local.Value = "middle";
            await Inner();
            s_restore?.Invoke(null, [callers]);
        }

        async ValueTask Inner() => await source.Task;

        async Task OuterTask()
        {
            local.Value = "outer";
            await MiddleTask(ExecutionContext.Capture()!);
        }

        async Task MiddleTask(ExecutionContext callers)
        {
            local.Value = "middle";
            await InnerTask();
            s_restore?.Invoke(null, [callers]);
        }

        async Task InnerTask() => await source.Task;
    }

    /// <summary>
    /// When a resumed method returns, the context of the code below it on the stack is restored. Meanwhile, an AsyncLocal's handler sets another AsyncLocal,
    /// and so changes the context again. The code below must then restore its own context.
    /// </summary>
    [Scenario(Kinds.ValueTask | Kinds.AwaitedTask)]
    public static void What_a_handler_sets_is_undone_as_ever(Trace trace, Kinds kind)
    {
        var other = new AsyncLocal<string?>(change => trace.Add($"other: {Describe(change)}"));
        var local = new AsyncLocal<string?>(change =>
        {
            trace.Add(Describe(change));
            if (change is { PreviousValue: "changed", CurrentValue: "the caller's" })
            {
                other.Value = "set by a handler";
            }
        });
        var source = new TaskCompletionSource();
        OwnThread.Run("the caller", () =>
        {
            local.Value = "the caller's";
            other.Value = "the caller's other";
            _ = kind == Kinds.ValueTask ? Outer().AsTask() : OuterTask();
        });
        OwnThread.Run("another thread", source.SetResult);
        trace.Add("completed");

        async ValueTask Outer()
        {
            await Middle();
            local.Value = "changed";
        }

        async ValueTask Middle() => await Inner();

        async ValueTask Inner() => await source.Task;

        async Task OuterTask()
        {
            await MiddleTask();
            local.Value = "changed";
        }

        async Task MiddleTask() => await InnerTask();

        async Task InnerTask() => await source.Task;
    }

    private static string Describe(AsyncLocalValueChangedArgs<string?> change) =>
        $"{change.PreviousValue ?? "nothing"} to {change.CurrentValue ?? "nothing"}{(change.ThreadContextChanged ? ", with the context" : "")}";
}
