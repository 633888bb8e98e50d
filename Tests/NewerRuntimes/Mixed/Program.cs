using System;
using System.Collections.Concurrent;
using System.Linq;
using System.Threading;
using System.Threading.Tasks;

namespace Mixed
{
    /// <summary>Calls the library, which calls the program back. Prints the results line by line.</summary>
    public sealed class Program : ISteps
    {
        private readonly Library _library;

        private Program() => _library = new Library(this);

        public static void Main()
        {
            var program = new Program();
            Print("count", async () => $"{await program._library.CountAsync(25)} {await program._library.CountByValueTaskAsync(25)}");
            Print("forwarded", async () => $"{await Library.ForwardAsync(3)} {await Library.GateAsync("text").ConfigureAwait(false)}");
            Print("locals", Locals);
            Print("failure", Failure);
            Print("cancellation", Cancellation);
            Print("numbers", Numbers);
            Print("kept", Kept);
            Print("forgotten", Forgotten);
            Print("first", async () => $"{await Library.FirstAsync(new TaskCompletionSource<int>().Task)} {await First()}");
            Print("continued", () => Library.GateAsync(4).ContinueWith(task => $"{task.Result + Offset()}", TaskScheduler.Default));
            Print("deep", async () => $"{await program._library.CountAsync(2_000)}");

            var context = new Posting();
            SynchronizationContext.SetSynchronizationContext(context);
            var placed = Placed();
            context.Run(placed);
            Console.WriteLine($"placed: {placed.Result}");
        }

        public async Task<int> CountAsync(int levels) => levels == 0 ? await Library.GateAsync(1) : await _library.CountAsync(levels - 1) + 1;

        public async ValueTask<int> CountByValueTaskAsync(int levels)
        {
            try
            {
                return levels == 0 ? await Library.ForwardAsync(1) : await _library.CountByValueTaskAsync(levels - 1) + 1;
            }
            finally
            {
                await Task.CompletedTask;
            }
        }

        private static void Print(string name, Func<Task<string>> run) => Console.WriteLine($"{name}: {run().GetAwaiter().GetResult()}");

        private static int Offset() => Environment.GetCommandLineArgs().Length;

        private static async Task<string> Locals()
        {
            Library.Local.Value = "the program's";
            var seen = await Library.LocalAsync();
            return $"{seen}; {Library.Local.Value}";
        }

        private static async Task<string> Failure()
        {
            var thrown = new FormatException("thrown");
            try
            {
                await Library.FailAsync(thrown);
                return "nothing";
            }
            catch (FormatException exception)
            {
                return $"{ReferenceEquals(exception, thrown)} {exception.StackTrace!.Contains("Library.FailAsync(")} {exception.StackTrace.Contains("Program.Failure(")}";
            }
        }

        private static async Task<string> Cancellation()
        {
            using var source = new CancellationTokenSource();
            var call = Library.CancelAsync(source.Token);
            source.Cancel();
            try
            {
                return $"{await call}";
            }
            catch (OperationCanceledException exception)
            {
                return $"{call.Status} {exception.CancellationToken == source.Token}";
            }
        }

        private static async Task<string> Numbers()
        {
            var sum = 0;
            await foreach (var number in Library.NumbersAsync(5))
            {
                sum += number;
            }

            return $"{sum}";
        }

        private static async Task<string> Kept()
        {
            var calls = Enumerable.Range(0, 3).Select(Library.GateAsync).ToArray();
            var results = await Task.WhenAll(calls);
            return $"{string.Join(' ', results)} {await calls[0]} {await calls[0]}";
        }

        private static async Task<string> Forgotten()
        {
            var done = new TaskCompletionSource<string>();
            Library.Local.Value = "who forgets";
            Library.Forget(done);
            return $"{await done.Task}; {Library.Local.Value}";
        }

        private static async Task<bool> First()
        {
            var call = Library.GateAsync(1);
            return await Task.WhenAny(call, new TaskCompletionSource<int>().Task) == call;
        }

        private static async Task<string> Placed()
        {
            var thread = Environment.CurrentManagedThreadId;
            var library = await Library.ThreadAsync();
            return $"{library}; {SynchronizationContext.Current?.GetType().Name ?? "none"} {Environment.CurrentManagedThreadId == thread}";
        }

        private sealed class Posting : SynchronizationContext
        {
            private readonly BlockingCollection<Action> _posted = new();

            public override void Post(SendOrPostCallback callback, object? state) => _posted.Add(() => callback(state));

            public void Run(Task task)
            {
                task.ContinueWith(_ => _posted.CompleteAdding(), TaskScheduler.Default);
                foreach (var action in _posted.GetConsumingEnumerable())
                {
                    action();
                }
            }
        }
    }
}
