using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Tests machines that are generic over references and structs, that have many fields, or that hold an awaiter with state.</summary>
public static class MachinesOfEveryShape
{
    [Scenario]
    public static void Generic_machines_over_references_and_structs_are_told_apart(Trace trace)
    {
        Run("text", 1, "other");
        Run("text", 1L, "other");
        Run(1, (2, "two"), 3m);
        Run(new Version(1, 2), Guid.Empty, new object());
        Run<object, int, object>("an object", 1, "another");

        void Run<TFirst, TSecond, TThird>(TFirst first, TSecond second, TThird third)
            where TSecond : struct
        {
            // Three rounds, because later calls rent the boxes of earlier ones.
            for (var round = 0; round < 3; round++)
            {
                var signal = new Signal();
                var methods = new Generic<TFirst, TSecond>();
                var valueTask = methods.ReturnsValueTask(signal, first, second, third);
                signal.Complete();
                var task = methods.ReturnsTask(signal, first, second, third);
                signal.Complete();
                trace.Expect("ValueTask", (first, second, third), valueTask.Result);
                trace.Expect("Task", (first, second, third), task.Result);
            }
        }
    }

    [Scenario]
    public static void Large_locals_and_results_pass_through(Trace trace)
    {
        for (var round = 0; round < 3; round++)
        {
            var signal = new Signal();
            var valueTask = ReturnsLarge(signal, round);
            signal.Complete();
            var task = ReturnsLargeInTask(signal, round);
            signal.Complete();
            var (first, second) = (valueTask.Result, task.Result);
            trace.Expect("ValueTask", (round, round + 1, 0L), (first[0], first[Large.Length - 1], first[1]));
            trace.Expect("Task", (round, round + 1, 0L), (second[0], second[Large.Length - 1], second[1]));
        }
    }

    [Scenario]
    public static void An_awaiter_that_is_a_struct_keeps_its_state(Trace trace)
    {
        var signal = new Signal();
        var valueTask = AwaitsTwice(new Counting(signal, 5));
        signal.Complete();
        signal.Complete();

        // The awaiter's count of registrations is lost. Compiled code registers with a local copy of the awaiter, and takes the result from a copy that it
        // stored before the registration.
        trace.Expect("ValueTask", 10, valueTask.Result);
        var task = AwaitsTwiceInTask(new Counting(signal, 7));
        signal.Complete();
        signal.Complete();
        trace.Expect("Task", 14, task.Result);
    }

    [Scenario]
    public static void ConfigureAwaitOptions_mean_what_they_say(Trace trace)
    {
        foreach (var options in Enum.GetValues<ConfigureAwaitOptions>())
        {
            foreach (var completesFirst in new[] { true, false })
            {
                var source = new TaskCompletionSource();
                var context = new ManualContext("A");
                var valueTask = default(ValueTask<string>);
                if (completesFirst)
                {
                    source.SetException(new FormatException("thrown"));
                }

                context.Under(() => valueTask = AwaitsWith(source.Task, options));
                trace.Add($"{options}, completes first {completesFirst}");
                if (!completesFirst)
                {
                    source.SetException(new FormatException("thrown"));
                }

                trace.Add("posted", context.Run());
                trace.Add(trace.Throws("result", () => trace.Add(valueTask.AsTask().GetAwaiter().GetResult()))?.Message ?? "none");
            }
        }
    }

    private static async ValueTask<int> AwaitsTwice(Counting awaitable) => await awaitable + await awaitable;

    private static async Task<int> AwaitsTwiceInTask(Counting awaitable) => await awaitable + await awaitable;

    private static async ValueTask<string> AwaitsWith(Task task, ConfigureAwaitOptions options)
    {
        await task.ConfigureAwait(options);
        return $"went on under {SynchronizationContext.Current?.ToString() ?? "no context"}";
    }

    private static async ValueTask<Large> ReturnsLarge(Signal signal, int value)
    {
        var large = default(Large);
        large[0] = value;
        await signal;
        large[Large.Length - 1] = value + 1;
        return large;
    }

    private static async Task<Large> ReturnsLargeInTask(Signal signal, int value)
    {
        var large = default(Large);
        large[0] = value;
        await signal;
        large[Large.Length - 1] = value + 1;
        return large;
    }

    private sealed class Generic<TFirst, TSecond>
        where TSecond : struct
    {
        public async ValueTask<(TFirst First, TSecond Second, TThird Third)> ReturnsValueTask<TThird>(
            Signal signal, TFirst first, TSecond second, TThird third)
        {
            await signal;
            return (first, second, third);
        }

        public async Task<(TFirst First, TSecond Second, TThird Third)> ReturnsTask<TThird>(
            Signal signal, TFirst first, TSecond second, TThird third)
        {
            await signal;
            return (first, second, third);
        }
    }

    private unsafe struct Large
    {
        public const int Length = 4_000;

        private fixed long _elements[Length];

        public long this[int index]
        {
            readonly get => _elements[index];
            set => _elements[index] = value;
        }
    }

    private struct Counting(Signal signal, int count) : ICriticalNotifyCompletion
    {
        private int _count = count;

        public readonly bool IsCompleted => false;

        public readonly Counting GetAwaiter() => this;

        public void OnCompleted(Action continuation)
        {
            _count++;
            signal.OnCompleted(continuation);
        }

        public void UnsafeOnCompleted(Action continuation)
        {
            _count++;
            signal.UnsafeOnCompleted(continuation);
        }

        public readonly int GetResult() => _count;
    }
}
