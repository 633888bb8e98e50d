namespace Tests.Mutations;

/// <summary>The faults of PooledAwait.Runtime. At least one test must notice each fault.</summary>
internal static class Mutations
{
    public static readonly IReadOnlyList<Mutation> All =
    [
        new(
            "context",
            "A call goes on without the ExecutionContext that it was suspended in.",
            new CheckName(SuitePart.Conformance, "AwaitingWhereReturned.AsyncLocals_of_the_method_are_not_seen_by_its_caller_and_the_callers_are_by_the_method (Task)"),
            ("StateMachineBox.cs", "        if (_context is { } context)\n", "        if (_context is { } context && context is null)\n"),
            ("StateMachineBox.cs", "if (ReferenceEquals(_context, s_contextOfWorkItems ??= ExecutionContext.Capture()))", "if (_context is not null || s_contextOfWorkItems is null)")),
        new(
            "scheduler",
            "A ValueTask that is awaited under a TaskScheduler goes on without it.",
            new CheckName(SuitePart.Traces, "Valid.Placement.By_scheduler_at_the_await_and_at_the_completion"),
            ("TicketedCompletion.Registration.cs", "IsOnOtherScheduler)\n            {\n                OnCompletedOnScheduler", "IsOnOtherScheduler && token < 0)\n            {\n                OnCompletedOnScheduler")),
        new(
            "order",
            "A continuation that runs in place is queued, and comes later.",
            new CheckName(SuitePart.Conformance, "Placing.A_callback_runs_where_a_tasks_would (ValueTask)"),
            ("ContinuationPlacement.cs", "            if (HasSufficientStack)\n", "            if (!HasSufficientStack)\n")),
        new(
            "double return",
            "A ValueTask's box is put back into its pool twice.",
            new CheckName(SuitePart.Stress, "InvokingAgain.Awaiters_of_calls_that_have_ended_resume_no_other_from_whatever_thread (Pooled)"),
            ("ValueTaskStateMachineBox.cs", "            Pool<TStateMachine, TResult>.Put(this);", "            Pool<TStateMachine, TResult>.Put(this);\n            Pool<TStateMachine, TResult>.Put(this);")),
        new(
            "early return",
            "A ValueTask's box is put back into its pool when the call ends, while its result is not yet taken.",
            new CheckName(SuitePart.Stress, "Walking.Random_calls_on_many_threads_come_to_their_sums (Pooled)"),
            ("ValueTaskBox.cs", "        _result = result;\n", "        _result = result;\n        Recycle();\n"),
            ("ValueTaskStateMachineBox.cs", "            Pool<TStateMachine, TResult>.Put(this);", "            _ = token;")),
        new(
            "stale token",
            "The token of a ValueTask that was consumed is that of the next call which has its box.",
            new CheckName(SuitePart.Conformance, "Misusing.A_token_never_becomes_valid_again"),
            ("TicketedCompletion.cs", "var next = IsLast(token) ? Retired : completed - Completed + (1 << VersionShift);", "var next = IsLast(token) ? Retired : completed - Completed;")),
        new(
            "lost result",
            "A ValueTask has the default value for its result.",
            new CheckName(SuitePart.Traces, "Valid.AwaitForEach.Consumes_a_stream"),
            ("ValueTaskBox.cs", "        _result = result;\n", "")),
        new(
            "lost exception",
            "A ValueTask that failed after it was suspended has succeeded.",
            new CheckName(SuitePart.Traces, "Valid.Cancellation.Keeps_token_and_exception"),
            ("TicketedCompletion.cs", "        _error = error;\n        Complete(next);", "        Complete(next);")),
        new(
            "wrong thread",
            "A continuation runs where the call ends, whatever context it has captured or meets.",
            new CheckName(SuitePart.Traces, "Valid.DirectAwaitBehaviour.Contexts"),
            ("ContinuationPlacement.cs",
                "        if (captured is null ? CurrentSynchronizationContext is null : ReferenceEquals(captured, SynchronizationContext.Current))\n",
                "        if (captured is null || CurrentSynchronizationContext is null)\n")),
        new(
            "kept reference",
            "An idle box keeps what the last call's variables held.",
            new CheckName(SuitePart.Conformance, "Forgetting.An_idle_box_keeps_no_local_no_context_no_awaiter_and_no_caller (ValueTask)"),
            ("ValueTaskStateMachineBox.cs", "        StateMachine = default;\n", "")),
    ];
}
