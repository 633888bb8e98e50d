using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Methods that fail in several ways.</summary>
public static class Failing
{
    private static readonly (string Name, Func<Kinds, Exception, Call> Arrange)[] s_ways =
    [
        ("before it suspends", (kind, exception) => new Call(kind, new Script().Throw(exception))),
        ("after it suspended", (kind, exception) =>
        {
            var signal = new Signal();
            var call = new Call(kind, new Script().Await(signal).Throw(exception));
            signal.Complete();
            return call;
        }),
        ("after its task was asked for", (kind, exception) =>
        {
            var signal = new Signal();
            var call = new Call(kind, new Script().Await(signal).Throw(exception));
            if (kind is Kinds.Task or Kinds.TaskOfInt)
            {
                _ = call.AsTask().Status;
            }

            signal.Complete();
            return call;
        }),
    ];

    [Scenario(Kinds.Awaitable)]
    public static void An_exception_faults_with_itself(Trace trace, Kinds kind)
    {
        foreach (var exception in new Exception[] { new FormatException("plain"), new AggregateException("aggregate", new FormatException("inner")) })
        {
            Fails(trace, kind, exception, "completed True, succeeded False, faulted True, cancelled False");
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void An_OperationCanceledException_cancels_with_itself_and_its_token(Trace trace, Kinds kind)
    {
        using var source = new CancellationTokenSource();
        foreach (var exception in new OperationCanceledException[]
        {
            new("plain"), new("with token", source.Token), new TaskCanceledException(Task.FromCanceled(new CancellationToken(canceled: true))), new DerivedCancellation(),
        })
        {
            Fails(trace, kind, exception, "completed True, succeeded False, faulted False, cancelled True");
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void A_cancelled_tasks_exception_passes_through(Trace trace, Kinds kind)
    {
        using var source = new CancellationTokenSource();
        source.Cancel();
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal).Await(Task.FromCanceled(source.Token)));
        signal.Complete();
        var task = call.AsTask();
        trace.Add("status", task.Status);
        var thrown = trace.Throws<TaskCanceledException>("thrown", () => task.GetAwaiter().GetResult());
        trace.Expect("its own token", true, thrown?.CancellationToken == source.Token);
    }

    /// <summary>The stack trace in a log must name the methods that the exception passed. The frames of builders and awaiters must be hidden.</summary>
    [Scenario]
    public static void A_stack_trace_shows_the_methods_and_none_of_the_machinery(Trace trace)
    {
        var signal = new Signal();
        var outer = Outer(signal);
        signal.Complete();
        try
        {
            outer.GetAwaiter().GetResult();
        }
        catch (FormatException exception)
        {
            AddFrames(trace, exception);
        }
    }

    [Scenario(Kinds.Awaitable)]
    public static void GetResult_adds_no_frame_to_a_stack_trace(Trace trace, Kinds kind)
    {
        foreach (var (name, arrange) in s_ways)
        {
            var exception = new FormatException("thrown");
            trace.Add(name, arrange(kind, exception).Outcome());
            AddFrames(trace, exception);
        }
    }

    private static async ValueTask Outer(Signal signal) => await Middle(signal);

    private static async Task<int> Middle(Signal signal) => await Inner(signal);

    private static async ValueTask<int> Inner(Signal signal)
    {
        await signal;
        return Throws();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int Throws() => throw new FormatException("thrown");

    private static void AddFrames(Trace trace, Exception exception)
    {
        foreach (var line in exception.StackTrace!.Split('\n'))
        {
            trace.Add(line.Trim().Split(" in ")[0]);
        }
    }

    private static void Fails(Trace trace, Kinds kind, Exception exception, string state)
    {
        foreach (var (name, arrange) in s_ways)
        {
            trace.Add($"{exception.Message}, {name}");
            var call = arrange(kind, exception);
            trace.Expect("state", state, call.State);
            Exception? thrown = null;
            try
            {
                call.GetResult();
            }
            catch (Exception caught)
            {
                thrown = caught;
            }

            trace.Expect("the same exception", true, ReferenceEquals(exception, thrown));

            var task = arrange(kind, exception).AsTask();
            trace.Expect("status", exception is OperationCanceledException ? TaskStatus.Canceled : TaskStatus.Faulted, task.Status);
            var inners = task.Exception?.InnerExceptions.Select(inner => ReferenceEquals(inner, exception));
            trace.Add("exceptions", inners is null ? null : string.Join(", ", inners));
            try
            {
                task.Wait();
            }
            catch (AggregateException aggregate)
            {
                var inner = aggregate.InnerExceptions.Single();
                trace.Add("waiting throws", inner.GetType().Name);
                trace.Add("with the token", TokenOf(inner) == TokenOf(exception));
            }
        }
    }

    private static CancellationToken? TokenOf(Exception exception) => (exception as OperationCanceledException)?.CancellationToken;

    private sealed class DerivedCancellation() : OperationCanceledException("derived");
}
