namespace Tests.DirectAwaits;

/// <summary>
/// Programs with async methods that the runtime itself suspends (runtime async). Methods with an attribute that switches runtime async off keep their state
/// machines.
/// </summary>
internal static class RuntimeAsyncSources
{
    private const string Usings =
        """
        using System;
        using System.Diagnostics;
        using System.Runtime.CompilerServices;
        using System.Threading;
        using System.Threading.Tasks;
        """;

    /// <summary>A program that prints, line by line, what weaving could change.</summary>
    public const string Behaviour = Usings +
        """
        public static class Program
        {
            private static readonly AsyncLocal<string?> s_local = new();

            public static void Main()
            {
                foreach (var suspends in new[] { true, false })
                {
                    Run("results", () => Results(suspends));
                    Run("failures", () => Failures(suspends));
                    Run("contexts", () => Contexts(suspends));
                    Run("first ones", () => FirstOnes(suspends));
                    Run("in time", () => InTime(suspends));
                }

                var context = new Posting();
                SynchronizationContext.SetSynchronizationContext(context);
                var placed = Placed();
                context.Run(placed);
                Console.WriteLine($"placed: {placed.Result}");
            }

            private static void Run(string name, Func<Task<string>> run) => Console.WriteLine($"{name}: {run().GetAwaiter().GetResult()}");

            private static async Task<string> Results(bool suspends)
            {
                await Ends(suspends);
                await Ends(suspends).ConfigureAwait(false);
                var sum = await Number(suspends, 1) + await Number(suspends, 20).ConfigureAwait(false);
                try
                {
                    sum += await Forwarded(suspends, 300);
                }
                finally
                {
                    await Ends(suspends).ConfigureAwait(true);
                }

                return sum + await Generic(suspends, " text") + await new Counter(4_000).Count(suspends);
            }

            private static async Task<string> Failures(bool suspends)
            {
                var told = "";
                var thrown = new FormatException("thrown");
                try
                {
                    await Fails(suspends, thrown);
                }
                catch (Exception exception)
                {
                    told += $"{ReferenceEquals(exception, thrown)} {exception.StackTrace!.Contains("Program.Fails(")} ";
                }

                using var source = new CancellationTokenSource();
                try
                {
                    await FailsWithResult(suspends, new OperationCanceledException(source.Token)).ConfigureAwait(false);
                }
                catch (OperationCanceledException exception) when (exception.CancellationToken == source.Token)
                {
                    told += "cancelled";
                }

                return told;
            }

            private static async Task<string> Contexts(bool suspends)
            {
                s_local.Value = "the caller's";
                var seen = await SetsLocal(suspends);
                return $"{seen}, {s_local.Value}";
            }

            private static async Task<string> FirstOnes(bool suspends)
            {
                var (first, second, third) = (new TaskCompletionSource(), new TaskCompletionSource(), new TaskCompletionSource());
                if (suspends)
                {
                    ThreadPool.QueueUserWorkItem(_ => second.SetResult());
                }
                else
                {
                    second.SetResult();
                }

                var ofTwo = await Task.WhenAny(first.Task, second.Task);
                var ofThree = await Task.WhenAny(first.Task, second.Task, third.Task).ConfigureAwait(false);
                return $"{ofTwo == second.Task}, {ofThree == second.Task}";
            }

            private static async Task<string> InTime(bool suspends)
            {
                var never = new TaskCompletionSource().Task;
                await Task.Delay(suspends ? 1 : 0);
                var number = await Task.FromResult(1).WaitAsync(TimeSpan.FromMinutes(1)).ConfigureAwait(false);
                var late = await Task.WhenAny(never, Task.Delay(suspends ? 1 : 0)).ConfigureAwait(false);
                var delay = Task.Delay(1_000_000);
                var winner = await Task.WhenAny(Task.CompletedTask, delay);
                return $"{number}, {late == never}, {winner == delay}";
            }

            private static async Task<string> Placed()
            {
                var thread = Environment.CurrentManagedThreadId;
                await Ends(suspends: true);
                var captured = Environment.CurrentManagedThreadId == thread && SynchronizationContext.Current is Posting;
                await Ends(suspends: true).ConfigureAwait(false);
                return $"{captured}, {SynchronizationContext.Current?.GetType().Name ?? "none"}";
            }

            private static async Task Kept(bool suspends)
            {
                var number = Number(suspends, 1);
                await Ends(suspends);
                await number;
            }

            private static async Task Otherwise() => await Ends(suspends: true).ConfigureAwait(ConfigureAwaitOptions.None);

            private static async Task Runtimes() => await Otherwise();

            private static Task<int> Forwarded(bool suspends, int number) => Number(suspends, number);

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task Ends(bool suspends) { if (suspends) { await Task.Yield(); } }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task<int> Number(bool suspends, int number) { await Ends(suspends); return number; }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task<T> Generic<T>(bool suspends, T value) { await Ends(suspends); return value; }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task Fails(bool suspends, Exception exception) { await Ends(suspends); throw exception; }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task<int> FailsWithResult(bool suspends, Exception exception) { await Ends(suspends); throw exception; }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task<string?> SetsLocal(bool suspends)
            {
                var seen = s_local.Value;
                s_local.Value = "the method's";
                await Ends(suspends);
                return $"{seen}, {s_local.Value}";
            }

            private readonly struct Counter(int count)
            {
                [RuntimeAsyncMethodGeneration(false)]
                public async Task<int> Count(bool suspends) { await Ends(suspends); return count; }
            }

            private sealed class Posting : SynchronizationContext
            {
                private readonly System.Collections.Concurrent.BlockingCollection<(SendOrPostCallback Callback, object? State)> _posted = new();

                public override void Post(SendOrPostCallback callback, object? state) => _posted.Add((callback, state));

                public void Run(Task until)
                {
                    while (!until.IsCompleted)
                    {
                        if (_posted.TryTake(out var posted, 10))
                        {
                            posted.Callback(posted.State);
                        }
                    }
                }
            }
        }
        """;

    /// <summary>A program that prints the bytes of one call of each kind.</summary>
    public const string Cost = Usings +
        """
        public static class Program
        {
            private const int Calls = 10_000;

            private static Action? s_continuation;

            public static void Main()
            {
                Console.WriteLine($"at once: {Least(() => AtOnce())}");
                Console.WriteLine($"suspended: {Least(() => Suspended())}");
                Console.WriteLine($"first of two: {Least(() => OfTwo(Task.CompletedTask, new TaskCompletionSource().Task))}");
            }

            private static long Least(Func<Task> run)
            {
                var least = long.MaxValue;
                for (var attempt = 0; attempt < 5; attempt++)
                {
                    var before = GC.GetAllocatedBytesForCurrentThread();
                    var task = run();
                    while (!task.IsCompleted)
                    {
                        Interlocked.Exchange(ref s_continuation, null)!();
                    }

                    task.GetAwaiter().GetResult();
                    least = Math.Min(least, (GC.GetAllocatedBytesForCurrentThread() - before) / Calls);
                }

                return least;
            }

            private static async Task AtOnce()
            {
                for (var call = 0; call < Calls; call++)
                {
                    await Number(call + 1_000);
                }
            }

            private static async Task Suspended()
            {
                for (var call = 0; call < Calls; call++)
                {
                    await Suspends(call + 1_000);
                }
            }

            private static async Task OfTwo(Task first, Task second)
            {
                for (var call = 0; call < Calls; call++)
                {
                    await Task.WhenAny(first, second);
                }
            }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task<int> Number(int number)
            {
                await Task.CompletedTask;
                return number;
            }

            [RuntimeAsyncMethodGeneration(false)]
            private static async Task<int> Suspends(int number)
            {
                await default(Signal);
                return number;
            }

            private readonly struct Signal : ICriticalNotifyCompletion
            {
                public bool IsCompleted => false;

                public Signal GetAwaiter() => this;

                public void OnCompleted(Action continuation) => s_continuation = continuation;

                public void UnsafeOnCompleted(Action continuation) => s_continuation = continuation;

                public void GetResult()
                {
                }
            }
        }
        """;
}
