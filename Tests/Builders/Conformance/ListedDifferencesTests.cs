using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>Shows each documented difference that a user may observe between the default builder and a pooled one.</summary>
[Alone]
public static class ListedDifferencesTests
{
    public static IEnumerable<TestCaseData> Subjects =>
        Subject.AllPooled.Select(subject => new TestCaseData(subject).SetArgDisplayNames(subject.ToString()!));

    [TestCaseSource(nameof(Subjects))]
    public static void A_ValueTask_consumed_twice_throws(Subject subject) =>
        Shows(subject, nameof(Listed.A_ValueTask_is_consumed_twice), kind => kind == Kinds.ValueTask
            ? ("first: returned, second: returned", "first: returned, second: threw InvalidOperationException")
            : ("first: returned 42, second: returned 42", "first: returned 42, second: threw InvalidOperationException"));

    [TestCaseSource(nameof(Subjects))]
    public static void A_tasks_type_is_no_box(Subject subject) =>
        Shows(subject, nameof(Listed.A_task_is_asked_for_its_type), _ => ("type: AsyncStateMachineBox`1", "type: Task`1"));

    [TestCaseSource(nameof(Subjects))]
    public static void Events_that_only_boxes_raise_are_not_raised(Subject subject) => Shows(
        subject,
        nameof(Listed.Events_of_a_call_are_listened_to),
        kind => (
            "name the method: True, events: NewID TraceOperationBegin TraceOperationEnd TraceSynchronousWorkBegin TraceSynchronousWorkEnd",
            "name the method: False, events: " + (Kinds.ValueTasks.HasFlag(kind) ? "" : "NewID TraceOperationEnd")));

    [TestCaseSource(nameof(Subjects))]
    public static void A_call_that_never_ends_is_not_reported_as_incomplete(Subject subject) =>
        Shows(subject, nameof(Listed.Events_of_a_call_that_never_ends_are_listened_to), _ => ("incomplete: True", "incomplete: False"));

    /// <summary>
    /// AsTask consumes a pooled call as any caller does. If the call has failed, AsTask catches the exception, so the stack trace has a frame of ValueTask.
    /// </summary>
    [TestCaseSource(nameof(Subjects))]
    public static void A_failed_ValueTask_that_became_a_task_has_a_frame_of_ValueTask_in_its_stack_trace(Subject subject) =>
        Shows(subject, nameof(Listed.A_failed_call_is_taken_as_a_task), kind =>
            ("taken before True: 0, taken before False: 0", Kinds.ValueTasks.HasFlag(kind)
                ? "taken before True: 1, taken before False: 1"
                : "taken before True: 0, taken before False: 0"));

    /// <summary>
    /// If a pooled call has succeeded, AsTask returns a task that it also returns for other successful calls. With the default builder, AsTask returns the
    /// call's own task.
    /// </summary>
    [TestCaseSource(nameof(Subjects))]
    public static void A_ValueTask_that_has_succeeded_becomes_a_task_that_others_share(Subject subject) => Shows(
        subject,
        nameof(Listed.Calls_that_have_succeeded_are_taken_as_tasks),
        _ => ("two calls have one task: False", "two calls have one task: True"));

    [TestCaseSource(nameof(Subjects))]
    public static void A_source_or_a_context_that_invokes_a_continuation_once_more_may_resume_another_call(Subject subject) =>
        Shows(subject, nameof(Listed.A_source_and_a_context_invoke_a_continuation_once_more), _ => (
            "another call has been resumed by the source: False, another call has been resumed by the context: False",
            "another call has been resumed by the source: True, another call has been resumed by the context: True"));

    private static void Shows(Subject subject, string method, Func<Kinds, (string Default, string Pooled)> expected)
    {
        var scenario = ScenarioCase.All.Single(scenario => scenario.Method == method);
        foreach (var kind in scenario.Among(Kinds.All))
        {
            var unpooled = Subject.Defaults.Single(candidate => candidate.Optimised == subject.Optimised).Run(scenario, kind);
            var pooled = subject.Run(scenario, kind);
            Assert.That((string.Join(", ", unpooled), string.Join(", ", pooled)), Is.EqualTo(expected(kind)), kind.ToString());
        }
    }
}
