using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Checks which notifications an <c>async void</c> method sends, and to which context.</summary>
public static class ReturningVoid
{
    [Scenario]
    public static void Its_context_is_told_of_start_and_end(Trace trace)
    {
        var context = new ManualContext("A");
        var signal = new Signal();
        context.Under(() => Methods.ReturnsVoid(new Script().Await(signal).Do(() => Count("resumed", trace, context))));
        Count("suspended", trace, context);
        trace.Expect("started, completed", "1, 0", $"{context.Started}, {context.Completed}");

        // The method completes under another context, but the context in which it started is notified.
        new ManualContext("B").Under(signal.Complete);
        trace.Expect("started, completed", "1, 1", $"{context.Started}, {context.Completed}");

        context.Under(() => Methods.ReturnsVoid(new Script()));
        trace.Expect("started, completed without suspending", "2, 2", $"{context.Started}, {context.Completed}");
    }

    [Scenario]
    public static void Many_are_counted_each_once(Trace trace)
    {
        var context = new ManualContext("A");
        var signals = Enumerable.Range(0, 100).Select(_ => new Signal()).ToList();
        context.Under(() => signals.ForEach(signal => Methods.ReturnsVoid(new Script().Await(signal).Await(signal))));
        foreach (var signal in signals)
        {
            signal.Complete();
        }

        trace.Expect("after one await of two", "100, 0", $"{context.Started}, {context.Completed}");
        foreach (var signal in signals)
        {
            signal.Complete();
        }

        trace.Expect("after both", "100, 100", $"{context.Started}, {context.Completed}");
    }

    [Scenario]
    public static void An_exception_is_posted_to_the_context_of_the_start(Trace trace)
    {
        var context = new ManualContext("A");
        var other = new ManualContext("B");
        foreach (var suspends in new[] { false, true })
        {
            var signal = new Signal();
            var script = suspends ? new Script().Await(signal) : new Script();
            context.Under(() => Methods.ReturnsVoid(script.Throw(new FormatException("thrown"))));
            if (suspends)
            {
                other.Under(signal.Complete);
            }

            Count(suspends ? "after it suspended" : "before it suspends", trace, context);
            var thrown = trace.Throws<FormatException>("posted", () => context.Run());
            trace.Expect("itself", "thrown", thrown?.Message);
            trace.Expect("to the other one", 0, other.Posted);
        }
    }

    [Scenario]
    public static void A_cancellation_is_an_exception_as_any_other(Trace trace)
    {
        var context = new ManualContext("A");
        var signal = new Signal();
        context.Under(() => Methods.ReturnsVoid(new Script().Await(signal).Throw(new OperationCanceledException("cancelled"))));
        signal.Complete();
        trace.Throws<OperationCanceledException>("posted", () => context.Run());
        Count("afterwards", trace, context);
    }

    [Scenario(LetsEscape = true)]
    public static void Without_a_context_an_exception_is_thrown_on_the_thread_pool(Trace trace)
    {
        Methods.ReturnsVoid(new Script().Throw(new Escape("before it suspends")));
        trace.Expect("thrown", "Escape(before it suspends) on the pool", Escapes.Next());
        var signal = new Signal();
        Methods.ReturnsVoid(new Script().Await(signal).Throw(new Escape("after it suspended")));
        trace.Expect("thrown here", null, trace.Throws("completing", signal.Complete));
        trace.Expect("thrown", "Escape(after it suspended) on the pool", Escapes.Next());
    }

    [Scenario(LetsEscape = true)]
    public static void Where_the_context_fails_both_exceptions_are_thrown_on_the_thread_pool(Trace trace)
    {
        var signal = new Signal();
        var context = new FailingContext();
        SynchronizationContext.SetSynchronizationContext(context);
        Methods.ReturnsVoid(new Script().Await(signal).Throw(new Escape("thrown")));
        SynchronizationContext.SetSynchronizationContext(null);
        signal.Complete();
        trace.Expect("thrown", "AggregateException(Escape(thrown), Escape(from Post)) on the pool", Escapes.Next());
        trace.Expect("started and completed", 0, context.Pending);
    }

    private static void Count(string label, Trace trace, ManualContext context) =>
        trace.Add(label, $"{context.Started} started, {context.Completed} completed, {context.Posted} posted");

    private sealed class FailingContext : SynchronizationContext
    {
        public int Pending { get; private set; }

        public override void OperationStarted() => Pending++;

        public override void OperationCompleted() => Pending--;

        public override void Post(SendOrPostCallback callback, object? state) => throw new Escape("from Post");
    }
}
