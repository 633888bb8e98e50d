namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Every kind of await. Each entry adds the await to a script and returns an action that completes it.</summary>
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
            // An awaiter with only OnCompleted should flow the context. This awaiter does not, so the builder alone must flow it.
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
