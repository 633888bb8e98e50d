using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Methods that never suspend.</summary>
public static class CompletingSynchronously
{
    [Scenario(Kinds.Awaitable)]
    public static void A_method_that_never_suspends_is_complete_when_it_returns(Trace trace, Kinds kind)
    {
        var call = new Call(kind, new Script());
        trace.Expect("state", "completed True, succeeded True, faulted False, cancelled False", call.State);
        trace.Add(call.Outcome());
    }

    [Scenario]
    public static void Tasks_that_the_base_library_caches_are_the_cached_ones(Trace trace)
    {
        trace.Expect("Task", true, ReferenceEquals(Nothing(), Task.CompletedTask));
        foreach (var value in Enumerable.Range(-2, 13))
        {
            trace.Expect($"Task<int> of {value}", value is >= -1 and <= 8, ReferenceEquals(Of(value), Of(value)));
            trace.Add("as FromResult", ReferenceEquals(Of(value), Task.FromResult(value)));
        }

        trace.Expect("true", true, ReferenceEquals(Of(true), Task.FromResult(true)));
        trace.Expect("false", true, ReferenceEquals(Of(false), Task.FromResult(false)));
        trace.Expect("null", true, ReferenceEquals(Of<string?>(null), Task.FromResult<string?>(null)));
        trace.Expect("text", false, ReferenceEquals(Of("text"), Of("text")));
        trace.Add("default of TimeSpan", ReferenceEquals(Of(default(TimeSpan)), Of(default(TimeSpan))));
        trace.Add("default of char", ReferenceEquals(Of(default(char)), Of(default(char))));
        trace.Add("default of int?", ReferenceEquals(Of(default(int?)), Of(default(int?))));
    }

    [Scenario]
    public static void A_ValueTask_that_never_suspended_may_be_consumed_as_often_as_one_likes(Trace trace)
    {
        var valueTask = ValueOf("text");
        trace.Expect("results", "text, text", $"{valueTask.Result}, {valueTask.GetAwaiter().GetResult()}");
        trace.Expect("equal to an inline one", true, valueTask == new ValueTask<string>("text"));
        trace.Expect("an inline task", true, ReferenceEquals(ValueNothing().AsTask(), Task.CompletedTask));
        trace.Expect("default", true, ValueNothing() == default);
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_method_that_awaits_only_what_is_complete_never_suspends(Trace trace, Kinds kind)
    {
        var call = new Call(kind, new Script()
            .Await(Task.CompletedTask).AwaitWithoutContext(Task.CompletedTask).Await(default(ValueTask)).Await(new Signal { IsCompleted = true }));
        trace.Expect("completed", true, call.IsCompleted);
        trace.Add(call.Outcome());
    }

    private static async Task Nothing() => await Task.CompletedTask;

    private static async Task<T> Of<T>(T value)
    {
        await Task.CompletedTask;
        return value;
    }

    private static async ValueTask ValueNothing() => await Task.CompletedTask;

    private static async ValueTask<T> ValueOf<T>(T value)
    {
        await Task.CompletedTask;
        return value;
    }
}
