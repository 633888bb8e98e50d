using System.Reflection;
using Tests.Compilation;
using Tests.Interleaving;

namespace Tests.Builders.Linking;

/// <summary>
/// Calls of one method by another, with linked boxes: the called box resumes the caller's box without a delegate. The calls use a separate build of
/// PooledAwait.Runtime. In this build, a <c>Schedule.Point</c> comes before every step of the linking protocol that other threads can see.
/// </summary>
public static class LinkedCalls
{
    /// <summary>
    /// The source of the methods. <c>LinkingBuilder</c> calls <c>AwaitDirect</c>, as woven code does to await a twin (an added method that returns a
    /// ValueTask).
    /// </summary>
    private const string Methods =
        """
        using System.Runtime.CompilerServices;
        namespace PooledAwait.Runtime;

        public static class LinkedCalls
        {
            [AsyncMethodBuilder(typeof(LinkingBuilder<>))]
            public static async ValueTask<int> ByTwinAsync(Task<int> end) => await new Twin(CalleeAsync(end)) + 1;

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            public static async ValueTask<int> ByValueTaskAsync(Task<int> end) => await CalleeAsync(end) + 1;

            [AsyncMethodBuilder(typeof(LinkingBuilder<>))]
            public static async ValueTask<int> DownAsync(Task<int> end, int levels) => await new Twin(levels == 0 ? CalleeAsync(end) : DownAsync(end, levels - 1)) + 1;

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            public static async ValueTask<int> CalleeAsync(Task<int> end) => await end + 10;

            [AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder<>))]
            public static async ValueTask<int> ByOthersAsync(Action<Action> first, Action<Action> second, Action<int> goesOn)
            {
                await new Other(first);
                goesOn(1);
                await new Other(second);
                goesOn(2);
                return 110;
            }

            /// <summary>An awaiter that hands on what it is given.</summary>
            private readonly struct Other(Action<Action> register) : ICriticalNotifyCompletion
            {
                public bool IsCompleted => false;

                public Other GetAwaiter() => this;

                public void GetResult()
                {
                }

                public void OnCompleted(Action continuation) => register(continuation);

                public void UnsafeOnCompleted(Action continuation) => register(continuation);
            }

            private readonly struct Twin(ValueTask<int> call)
            {
                public DirectAwaiter<int> GetAwaiter()
                {
                    DirectTask.GetAwaiter(call, out DirectAwaiter<int> awaiter);
                    return awaiter;
                }
            }
        }

        public struct LinkingBuilder<TResult>
        {
            private PooledAsyncValueTaskMethodBuilder<TResult> _builder;

            public static LinkingBuilder<TResult> Create() => default;

            public ValueTask<TResult> Task => _builder.Task;

            public void Start<TStateMachine>(ref TStateMachine stateMachine) where TStateMachine : IAsyncStateMachine => _builder.Start(ref stateMachine);

            public void SetStateMachine(IAsyncStateMachine stateMachine) => _builder.SetStateMachine(stateMachine);

            public void SetResult(TResult result) => _builder.SetResult(result);

            public void SetException(Exception exception) => _builder.SetException(exception);

            public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
                where TAwaiter : INotifyCompletion
                where TStateMachine : IAsyncStateMachine => _builder.AwaitOnCompleted(ref awaiter, ref stateMachine);

            public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
                where TAwaiter : ICriticalNotifyCompletion
                where TStateMachine : IAsyncStateMachine =>
                _builder.AwaitDirect(ref Unsafe.As<TAwaiter, DirectAwaiter<int>>(ref awaiter), ref stateMachine);
        }
        """;

    /// <summary>
    /// The classes that have stand-ins, which contain <c>Schedule.Point</c>s. Only the linking protocol's code uses the stand-ins. The pools' code does not use
    /// them, because its steps depend on what other threads have left in the pools. So an order of these steps could not be repeated.
    /// </summary>
    private static readonly string[] s_stepped = ["Interlocked", "Volatile", "SpinWait"];

    private static readonly Lazy<Assembly> s_runtime = new(() => Load(new RuntimeVariant()));

    /// <summary>The runtime without <c>Schedule.Point</c>s, for races. Its debug assertions notice if a box is returned twice or rented twice.</summary>
    private static readonly Lazy<Assembly> s_raced = new(() => new RuntimeVariant().Add("LinkedCalls.cs", Methods).Load());

    /// <summary>A method in the runtime for races. It calls itself for the given number of levels, and awaits each call with the twins' awaiter.</summary>
    public static Func<Task<int>, int, ValueTask<int>> Raced => Bind<Func<Task<int>, int, ValueTask<int>>>(s_raced.Value, "DownAsync");

    /// <summary>A method that awaits with the twins' awaiter, so that the builder links the boxes.</summary>
    public static Func<Task<int>, ValueTask<int>> ByTwin => Bind("ByTwinAsync");

    /// <summary>The method <c>ByTwin</c>, in a runtime with a fault.</summary>
    public static Func<Task<int>, ValueTask<int>> FaultyByTwin(string file, string text, string replacement) =>
        Bind<Func<Task<int>, ValueTask<int>>>(LoadFaulty(file, text, replacement), "ByTwinAsync");

    /// <summary>A method that awaits with the ValueTask's own awaiter, so that the base library registers the box.</summary>
    public static Func<Task<int>, ValueTask<int>> ByValueTask => Bind("ByValueTaskAsync");

    /// <summary>The method that <see cref="ByTwin"/> and <see cref="ByValueTask"/> call, for tests that consume its ValueTask by hand.</summary>
    public static Func<Task<int>, ValueTask<int>> Callee => Bind("CalleeAsync");

    /// <summary>The method <c>Callee</c>, in a runtime with a fault.</summary>
    public static Func<Task<int>, ValueTask<int>> FaultyCallee(string file, string text, string replacement) =>
        Bind<Func<Task<int>, ValueTask<int>>>(LoadFaulty(file, text, replacement), "CalleeAsync");

    /// <summary>A method that awaits twice, and reports after each await that it has resumed. Its awaiters pass their continuation to the test.</summary>
    public static Func<Action<Action>, Action<Action>, Action<int>, ValueTask<int>> ByOthers => Bind<Func<Action<Action>, Action<Action>, Action<int>, ValueTask<int>>>(s_runtime.Value, "ByOthersAsync");

    /// <summary>The method <c>ByOthers</c>, in a runtime with a fault.</summary>
    public static Func<Action<Action>, Action<Action>, Action<int>, ValueTask<int>> FaultyByOthers(string file, string text, string replacement) =>
        Bind<Func<Action<Action>, Action<Action>, Action<int>, ValueTask<int>>>(LoadFaulty(file, text, replacement), "ByOthersAsync");

    private static Assembly LoadFaulty(string file, string text, string replacement) =>
        Load(new RuntimeVariant().ReplaceOnce(file, text, replacement).DropUnhandledExceptions());

    private static Assembly Load(RuntimeVariant runtime) => Stepped(runtime)
        .Add("Steps.cs", s_stepped.Aggregate(Steps.Source, static (source, type) => source.Replace($"class {type}", $"class Stepped{type}").Replace($"struct {type}", $"struct Stepped{type}")))
        .Add("LinkedCalls.cs", Methods)
        .ReplaceOnce("TicketedCompletion.Registration.cs", "_continuationState = caller;", "_continuationState = Steps.Before(caller);")
        .ReplaceOnce("TicketedCompletion.Registration.cs", "_continuationState = state;", "_continuationState = Steps.Before(state);")
        .ReplaceOnce("TicketedCompletion.cs", "state = _continuationState;\n", "state = Steps.Before(_continuationState);\n")
        .ReplaceOnce("TicketedCompletion.cs", "_ticket = IsLast(token)", "_ticket = Steps.Before(IsLast(token))")
        .ReplaceOnce("ValueTaskBox.cs", "_result = result;", "_result = Steps.Before(result);")
        .ReplaceOnce("CallContinuation.cs", "(ref Of(continuation)._box, box)", "(ref Of(continuation)._box, Steps.Before(box))")
        .ReplaceOnce("CallContinuation.cs", "(ref Of(continuation)._box, null)", "(ref Of(continuation)._box, Steps.Before<StateMachineBox?>(null))")
        .ReplaceOnce("CallContinuation.cs", "(ref _box, null)", "(ref _box, Steps.Before<StateMachineBox?>(null))")
        .Replace("ValueTaskBox.cs", "        result = _result;", "        Tests.Interleaving.Schedule.Point();\n        result = _result;")
        .Load();

    private static Func<Task<int>, ValueTask<int>> Bind(string name) => Bind<Func<Task<int>, ValueTask<int>>>(s_runtime.Value, name);

    private static TDelegate Bind<TDelegate>(Assembly runtime, string name)
        where TDelegate : Delegate => runtime.GetType("PooledAwait.Runtime.LinkedCalls", throwOnError: true)!.GetMethod(name)!.CreateDelegate<TDelegate>();

    private static RuntimeVariant Stepped(RuntimeVariant runtime) => runtime
        .Replace("TicketedCompletion.cs", "Interlocked.", "SteppedInterlocked.")
        .Replace("TicketedCompletion.cs", "Volatile.", "SteppedVolatile.")
        .Replace("TicketedCompletion.Registration.cs", "new SpinWait()", "new SteppedSpinWait()")
        .Replace("TicketedCompletion.Registration.cs", "Interlocked.", "SteppedInterlocked.")
        .Replace("TicketedCompletion.Registration.cs", "Volatile.", "SteppedVolatile.");
}
