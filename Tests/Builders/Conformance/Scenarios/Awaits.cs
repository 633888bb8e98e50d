namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Every kind of await: adds it to a script and returns what completes it.</summary>
public static class Awaits
{
    /// <summary>Those that resume on the thread that completes them, where nothing was captured.</summary>
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
            // Nobody but the builder flows the context here: it is the awaiter's duty, and this one does not.
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
