using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>The scenarios in which the base library's pooling builder is known to behave differently from the default one.</summary>
public static class KnownDifferences
{
    private static readonly HashSet<string> s_scenarios =
    [
        // The pooling builder posts a continuation even to a context that is already current. Under a context that the await did not capture, this builder runs
        // the continuation in place.
        nameof(Placing.A_callback_runs_where_a_tasks_would),
        nameof(Placing.A_flowing_callback_runs_where_a_tasks_would),
        nameof(Placing.A_caller_with_the_default_builder_runs_where_it_would),
        nameof(Placing.A_caller_with_the_same_builder_runs_where_it_would),

        // The pooling builder runs continuations in place even when little of the stack is left.
        nameof(NestingDeeply.On_a_nearly_full_stack_nothing_runs_in_place),

        // With the pooling builder, if a continuation or a context's Post throws, the code that completed the method gets the exception.
        nameof(Placing.What_escapes_from_a_callback_is_thrown_on_the_thread_pool),
        nameof(Placing.Where_the_captured_context_fails_to_post_that_is_thrown_on_the_thread_pool),
        nameof(Placing.Where_the_captured_scheduler_fails_to_queue_nobody_is_told),

        // With the pooling builder, callers cannot wait by blocking.
        nameof(Blocking.GetResult_of_an_incomplete_call_blocks_until_it_completes),
        nameof(Blocking.Result_of_an_incomplete_ValueTask_blocks_until_it_completes),
        nameof(Blocking.A_thread_with_a_context_may_block_where_the_method_does_not_need_it),

        // The pooling builder does not report a failed call that nobody consumes.
        nameof(Unobserved.A_failed_call_that_nobody_consumes_is_told_of),

        // Stack traces show the pooling builder's frames.
        nameof(Failing.A_stack_trace_shows_the_methods_and_none_of_the_machinery),
        nameof(Failing.GetResult_adds_no_frame_to_a_stack_trace),
    ];

    /// <summary>
    /// Whether the scenario cannot run at all with the pooling builder. In the first scenario below, callers of a chain resume inside each other until the
    /// stack overflows. In the second scenario, null is registered as a continuation, so the code that completes the call fails.
    /// </summary>
    public static bool IsFatal(ScenarioCase scenario) =>
        scenario.Method is nameof(NestingDeeply.A_long_chain_of_callers_completes_without_overflowing_the_stack)
            or nameof(Consuming.A_null_continuation_is_refused_where_it_is_registered);

    public static bool Of(ScenarioCase scenario) => s_scenarios.Contains(scenario.Method);
}
