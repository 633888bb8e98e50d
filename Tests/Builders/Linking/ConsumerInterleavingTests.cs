using System.Reflection;
using Tests.Interleaving;

namespace Tests.Builders.Linking;

/// <summary>
/// Threads consume or await one ValueTask, or use its token too late. The tests try every order of the threads' steps, up to a number of preemptions. After a
/// thread has consumed the ValueTask, the thread calls the method again, and rents the box that it has just returned. A late token must not affect that new
/// call.
/// </summary>
[Thorough]
[Alone]
public class ConsumerInterleavingTests
{
    private const int LastVersion = ushort.MaxValue;

    private static readonly FieldInfo s_source = typeof(ValueTask<int>).GetField("_obj", BindingFlags.NonPublic | BindingFlags.Instance)!;

    private static readonly TimeSpan s_longWait = TimeSpan.FromMinutes(2);

    /// <summary>How long to wait if PooledAwait.Runtime has a planted fault. The expected event may then never come.</summary>
    private static readonly TimeSpan s_shortWait = TimeSpan.FromSeconds(1);

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Of_two_consumers_one_has_the_result([Values] bool isLastOfBox) => Orders.Tell(TwoConsumers(LinkedCalls.Callee, isLastOfBox), moreThan: 20);

    [Test]
    public void A_consumer_that_finds_the_call_complete_has_it_for_itself() => Orders.Tell(OneThatLooks(LinkedCalls.Callee), moreThan: 50);

    [Test]
    public void Of_two_that_await_one_goes_on_once() => Orders.Tell(TwoThatAwait(LinkedCalls.Callee, s_longWait), moreThan: 200);

    [Test]
    public void A_late_token_touches_no_other_call([Values] bool awaits) => Orders.Tell(OneThatIsLate(LinkedCalls.Callee, awaits), moreThan: 20);

    [TestCase("who finds the call complete does not exclude others", nameof(TwoConsumers), false, "TicketedCompletion.cs",
        "if (Interlocked.CompareExchange(ref _ticket, next, completed) != completed)", "if (Interlocked.Exchange(ref _ticket, Steps.Before(next)) != completed && next == 0)")]
    [TestCase("a box goes on behind its last token", nameof(TwoConsumers), true, "TicketedCompletion.cs", "token == -1", "token == 0")]
    [TestCase("whoever awaits registers with the call that the box serves now", nameof(OneThatIsLate), true, "TicketedCompletion.Registration.cs",
        "short token, ITicketHolder holder)\n    {\n        var pending = ((ushort)token << VersionShift) | Pending;", "short token, ITicketHolder holder)\n    {\n        var pending = _ticket & ~PhaseMask;")]
    [TestCase("a continuation is written before it is certain that there is no other", nameof(TwoThatAwait), true, "TicketedCompletion.Registration.cs",
        "short token, ITicketHolder holder)\n    {\n        var pending = ((ushort)token << VersionShift) | Pending;",
        "short token, ITicketHolder holder)\n    {\n        var pending = ((ushort)token << VersionShift) | Pending; _continuation = continuation; _continuationState = Steps.Before(state);")]
    public void A_fault_is_found(string fault, string by, bool variation, string file, string text, string replacement)
    {
        var callee = LinkedCalls.FaultyCallee(file, text, replacement);
        Assert.That(
            () => by switch
            {
                nameof(TwoConsumers) => TwoConsumers(callee, isLastOfBox: variation),
                nameof(OneThatIsLate) => OneThatIsLate(callee, awaits: variation),
                _ => TwoThatAwait(callee, s_shortWait),
            },
            Throws.Exception,
            fault);
    }

    private static int TwoConsumers(Func<Task<int>, ValueTask<int>> callee, bool isLastOfBox)
    {
        var rentedAgain = 0;
        var orders = Schedule.Explore(preemptions: 3, () =>
        {
            var call = isLastOfBox ? LastCallOfABox(callee) : Completed(callee);
            Consumer[] consumers = [new(callee, call), new(callee, call)];
            return (
                [.. consumers.Select(consumer => (Action)consumer.Consume)],
                () =>
                {
                    RequireOneResult(consumers);
                    var winner = consumers.Single(consumer => consumer.Result != null);
                    rentedAgain += SourceOf(winner.Next) == SourceOf(call) ? 1 : 0;
                    Array.ForEach(consumers, consumer => consumer.EndNext());
                    var late = new Consumer(callee, call);
                    late.Consume();
                    Required.That(late.Refusal != null, "whoever comes late is refused");
                });
        });
        // In some orders, a garbage collection may empty the pool before the next call. The next call then rents another box.
        Required.That(isLastOfBox ? rentedAgain == 0 : rentedAgain > orders / 2, "a box is rented again, unless it has given out its last token");
        return orders;
    }

    private static int OneThatLooks(Func<Task<int>, ValueTask<int>> callee) => Schedule.Explore(preemptions: 3, () =>
    {
        var end = new TaskCompletionSource<int>();
        var consumer = new Consumer(callee, callee(end.Task));
        return (
            [() => end.SetResult(100), () => consumer.ConsumeWhereComplete(looks: 3)],
            () =>
            {
                if (consumer.Result == null)
                {
                    consumer.Consume();
                }

                RequireOneResult([consumer]);
                consumer.EndNext();
            });
    });

    private static int TwoThatAwait(Func<Task<int>, ValueTask<int>> callee, TimeSpan patience) => Schedule.Explore(preemptions: 2, () =>
    {
        var end = new TaskCompletionSource<int>();
        var call = callee(end.Task);
        Consumer[] consumers = [new(callee, call), new(callee, call)];
        return (
            [.. consumers.Select(consumer => (Action)consumer.Await), () => end.SetResult(100)],
            () =>
            {
                // A consumer that awaits an already complete call is queued to the thread pool. So both consumers may be queued, but only one of them gets the
                // result.
                Array.ForEach(consumers, consumer => consumer.WaitForEnd(patience));
                RequireOneResult(consumers);
                Array.ForEach(consumers, consumer => consumer.EndNext());
            });
    });

    private static int OneThatIsLate(Func<Task<int>, ValueTask<int>> callee, bool awaits) => Schedule.Explore(preemptions: 3, () =>
    {
        var call = Completed(callee);
        var first = new Consumer(callee, call);
        var late = new Consumer(callee, call);
        var goesOn = 0;
        return (
            [
                () =>
                {
                    first.Consume();
                    first.Next.GetAwaiter().UnsafeOnCompleted(() => goesOn++);
                    first.EndOfNext.SetResult(200);
                },
                awaits ? late.Await : late.Consume,
            ],
            () =>
            {
                late.WaitForEnd(s_longWait);
                RequireOneResult([first, late]);
                Required.That(goesOn == 1, "who awaits the next call goes on once");
                Required.That(first.Next.Result == 210, "the next call has its own result");
            });
    });

    private static void RequireOneResult(Consumer[] consumers)
    {
        Array.ForEach(consumers, consumer => Required.That(consumer.Failure == null, $"it fails by {consumer.Failure}"));
        Required.That(consumers.Count(consumer => consumer.Result == 110) == 1, "one has the result");
        Required.That(consumers.Count(consumer => consumer.Refusal != null) == consumers.Length - 1, "all others are refused");
    }

    private static ValueTask<int> Completed(Func<Task<int>, ValueTask<int>> callee)
    {
        var end = new TaskCompletionSource<int>();
        var call = callee(end.Task);
        end.SetResult(100);
        return call;
    }

    /// <summary>Returns a call with the last token of its box.</summary>
    private static ValueTask<int> LastCallOfABox(Func<Task<int>, ValueTask<int>> callee)
    {
        for (var tries = 0; tries < 100; tries++)
        {
            var call = Completed(callee);
            var box = SourceOf(call);
            _ = call.Result;
            var completion = FieldOf(box.GetType(), "_completion");
            var changed = completion.GetValue(box)!;
            FieldOf(changed.GetType(), "_ticket").SetValue(changed, LastVersion << 2);
            completion.SetValue(box, changed);
            var last = Completed(callee);
            if (SourceOf(last) == box)
            {
                return last;
            }
        }

        throw new InvalidOperationException("Not so: a box is rented again.");
    }

    private static FieldInfo FieldOf(Type? type, string name)
    {
        for (; type != null; type = type.BaseType)
        {
            if (type.GetField(name, BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.DeclaredOnly) is { } field)
            {
                return field;
            }
        }

        throw new MissingFieldException(name);
    }

    private static object SourceOf(ValueTask<int> call) => s_source.GetValue(call)!;

    /// <summary>A thread that consumes a call once, regardless of other threads, and then calls the method again.</summary>
    private sealed class Consumer(Func<Task<int>, ValueTask<int>> callee, ValueTask<int> call)
    {
        private readonly ManualResetEventSlim _hasEnded = new();

        public int? Result { get; private set; }

        public InvalidOperationException? Refusal { get; private set; }

        /// <summary>An exception other than <see cref="Refusal"/>. Only a runtime with a fault throws such an exception.</summary>
        public Exception? Failure { get; private set; }

        public TaskCompletionSource<int> EndOfNext { get; } = new();

        public ValueTask<int> Next { get; private set; }

        public void Consume()
        {
            // No exception may escape. This method may run on the thread pool, where an exception would end the process.
            try
            {
                try
                {
                    Result = call.GetAwaiter().GetResult();
                }
                catch (InvalidOperationException refusal)
                {
                    Refusal = refusal;
                }

                Next = callee(EndOfNext.Task);
            }
            catch (Exception failure)
            {
                Failure = failure;
            }

            _hasEnded.Set();
        }

        public void ConsumeWhereComplete(int looks)
        {
            for (var i = 0; i < looks; i++)
            {
                if (call.IsCompleted)
                {
                    Consume();
                    return;
                }
            }
        }

        public void Await()
        {
            try
            {
                call.GetAwaiter().UnsafeOnCompleted(Consume);
            }
            catch (InvalidOperationException refusal)
            {
                Refusal = refusal;
                Next = callee(EndOfNext.Task);
                _hasEnded.Set();
            }
        }

        public void WaitForEnd(TimeSpan patience) => Required.That(_hasEnded.Wait(patience), "it goes on");

        /// <summary>Checks that the consumer's next call has its own result.</summary>
        public void EndNext()
        {
            Required.That(!Next.IsCompleted, "nobody else completes the next call");
            EndOfNext.SetResult(300);
            Required.That(Next.Result == 310, "the next call has its own result");
        }
    }
}
