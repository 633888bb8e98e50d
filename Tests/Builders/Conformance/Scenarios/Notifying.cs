using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>An AsyncLocal reports each change of its value, and so reveals every needless switch of contexts.</summary>
public static class Notifying
{
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

    private static string Describe(AsyncLocalValueChangedArgs<string?> change) =>
        $"{change.PreviousValue ?? "nothing"} to {change.CurrentValue ?? "nothing"}{(change.ThreadContextChanged ? ", with the context" : "")}";
}
