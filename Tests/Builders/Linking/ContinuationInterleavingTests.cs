using System.Reflection;
using Tests.Interleaving;
using Method = System.Func<System.Action<System.Action>, System.Action<System.Action>, System.Action<int>, System.Threading.Tasks.ValueTask<int>>;

namespace Tests.Builders.Linking;

/// <summary>
/// Threads invoke the continuations of custom awaiters: at the same time, during the registration, or late. The tests try every order of the threads' steps, up
/// to a number of preemptions. After its await, the caller makes another call, which rents the box that was just returned. A late invocation must not affect
/// that other call.
/// </summary>
[Thorough]
[Alone]
public class ContinuationInterleavingTests
{
    private static readonly FieldInfo s_source = typeof(ValueTask<int>).GetField("_obj", BindingFlags.NonPublic | BindingFlags.Instance)!;

    private static readonly TimeSpan s_longWait = TimeSpan.FromMinutes(2);

    // With a planted fault in PooledAwait.Runtime, a call may never end.
    private static readonly TimeSpan s_waitWithFault = TimeSpan.FromSeconds(10);

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void A_machine_goes_on_once_behind_each_await() => Orders.Tell(Twice(LinkedCalls.ByOthers), moreThan: 20);

    [Test]
    public void A_machine_goes_on_that_still_registers() => Orders.Tell(Registering(LinkedCalls.ByOthers), moreThan: 20);

    [Test]
    public void A_late_invocation_touches_no_other_call() => Orders.Tell(Late(LinkedCalls.ByOthers), moreThan: 20);

    [TestCase("two that invoke it at once both move the machine", nameof(Twice), "CallContinuation.cs",
        "private void Resume() => Interlocked.Exchange(ref _box, null)?.MoveNextUnderContext();",
        "private void Resume() { var box = _box; Interlocked.Exchange(ref _box, null); box?.MoveNextUnderContext(); }")]
    [TestCase("it is armed when the awaiter has it already", nameof(Registering), "StateMachineBox.cs",
        "            awaiter.UnsafeOnCompleted(PrepareContinuation<TAwaiter>());",
        "            awaiter.UnsafeOnCompleted(_callContinuation ??= CallContinuation.Create());\n            PrepareContinuation<TAwaiter>();")]
    [TestCase("the next call has it too", nameof(Late), "StateMachineBox.cs", "        _callContinuation = null;\n", "")]
    public void A_fault_is_found(string fault, string by, string file, string text, string replacement)
    {
        var method = LinkedCalls.FaultyByOthers(file, text, replacement);
        Assert.That(
            () => by switch
            {
                nameof(Twice) => Twice(method),
                nameof(Registering) => Registering(method),
                _ => Late(method),
            },
            Throws.Exception,
            fault);
    }

    private static int Twice(Method method) => Schedule.Explore(preemptions: 3, () =>
    {
        var call = new Call(method);
        call.Begin();
        return (
            [call.First.Invoke, call.First.Invoke],
            () =>
            {
                // The second invocation may resume the call from its second await, as with the default builder.
                if (!call.HasEnded)
                {
                    call.RequireMoves(1);
                    call.Second.Invoke();
                }

                call.RequireEnd();
                call.First.Invoke();
                call.Second.Invoke();
                call.RequireEnd();
            });
    });

    private static int Registering(Method method) => Schedule.Explore(preemptions: 3, () =>
    {
        var call = new Call(method);
        return (
            [
                call.Begin,
                () =>
                {
                    call.First.InvokeOnceRegistered();
                    call.Second.Invoke();
                },
            ],
            call.RequireEnd);
    });

    private static int Late(Method method)
    {
        var rentedAgain = 0;
        var orders = Schedule.Explore(preemptions: 3, () =>
        {
            var call = new Call(method);
            var next = new Call(method);
            call.Ended += () =>
            {
                next.Begin();
                next.First.Invoke();
            };
            call.Begin();
            call.First.Invoke();
            return (
                [call.Second.Invoke, call.First.Invoke],
                () =>
                {
                    call.RequireEnd();
                    rentedAgain += next.Source == call.Source ? 1 : 0;
                    next.RequireMoves(1);
                    call.Second.Invoke();
                    next.RequireMoves(1);
                    next.Second.Invoke();
                    next.RequireEnd();
                });
        });
        // In some orders, a garbage collection may empty the pool before the next call. The next call then rents another box.
        Required.That(rentedAgain > orders / 2, "a box is rented again");
        return orders;
    }

    /// <summary>A call that awaits twice, and the code that awaits the call.</summary>
    private sealed class Call(Method method)
    {
        private readonly ManualResetEventSlim _hasEnded = new();
        private readonly List<int> _moves = [];
        private int _result;

        public event Action? Ended;

        public Registration First { get; } = new();

        public Registration Second { get; } = new();

        public object? Source { get; private set; }

        public bool HasEnded => _hasEnded.IsSet;

        public void Begin()
        {
            var call = method(First.Register, Second.Register, GoOn);
            Source = s_source.GetValue(call);
            var awaiter = call.GetAwaiter();
            awaiter.UnsafeOnCompleted(() =>
            {
                _result = awaiter.GetResult();
                Ended?.Invoke();
                _hasEnded.Set();
            });
        }

        public void RequireMoves(int moves) =>
            Required.That(_moves.SequenceEqual(Enumerable.Range(1, moves)), $"of the awaits {moves} are behind it, and not {string.Join(", ", _moves)}");

        public void RequireEnd()
        {
            // A caller that awaits an already complete call continues on the thread pool.
            Required.That(_hasEnded.Wait(method == LinkedCalls.ByOthers ? s_longWait : s_waitWithFault), "it ends");
            RequireMoves(2);
            Required.That(_result == 110, "it has its result");
        }

        private void GoOn(int moves)
        {
            Schedule.Point();
            _moves.Add(moves);
            Schedule.Point();
        }
    }

    /// <summary>The continuation that one awaiter got. The awaiter keeps it, like an event handler that nobody removes.</summary>
    private sealed class Registration
    {
        private Action? _continuation;

        public void Register(Action continuation)
        {
            Schedule.Point();
            _continuation = continuation;
            Schedule.Point();
        }

        public void Invoke() => _continuation!();

        public void InvokeOnceRegistered()
        {
            while (_continuation == null)
            {
                Schedule.Wait();
            }

            Invoke();
        }
    }
}
