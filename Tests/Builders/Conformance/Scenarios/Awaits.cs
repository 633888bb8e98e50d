namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// All kinds of awaits. Each entry adds one await to a script (the steps of a called method), and returns an action that completes this await.
/// </summary>
public static class Awaits
{
    /// <summary>The awaits after which the method resumes on the completing thread, if it captured no context.</summary>
    public static readonly (string Name, Func<Script, Action> Arrange)[] RunInPlace =
    [
        ("an awaiter of one's own", script =>
        {
            var signal = new Signal();
            script.Await(signal);
            return signal.Complete;
        }),
        ("a task", script =>
        {
            var source = new TaskCompletionSource();
            script.Await(source.Task);
            return source.SetResult;
        }),
        ("a task without context", script =>
        {
            var source = new TaskCompletionSource();
            script.AwaitWithoutContext(source.Task);
            return source.SetResult;
        }),
        ("a ValueTask over a task", script =>
        {
            var source = new TaskCompletionSource();
            script.Await(new ValueTask(source.Task));
            return source.SetResult;
        }),
        ("a ValueTask over a source", script =>
        {
            var source = new Source();
            script.Await(source.ValueTask);
            return source.Complete;
        }),
        ("a ValueTask over a source, without context", script =>
        {
            var source = new Source();
            script.AwaitWithoutContext(source.ValueTask);
            return source.Complete;
        }),
    ];

    public static readonly (string Name, Func<Script, Action> Arrange)[] All =
    [
        .. RunInPlace,
        ("an awaiter with OnCompleted alone", script =>
        {
            // An awaiter that has only OnCompleted should itself flow the execution context. This awaiter does not, so the builder alone must flow the context.
            var signal = new Signal();
            script.AwaitNotCritical(signal);
            return signal.Complete;
        }),
        ("Yield", script =>
        {
            script.Yield();
            return () => { };
        }),
        ("an asynchronous task", script =>
        {
            var source = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            script.Await(source.Task);
            return source.SetResult;
        }),
    ];
}
