using System;
using System.Runtime.CompilerServices;
using System.Threading;
using System.Threading.Tasks;

namespace Shapes
{
    /// <summary>Calls that are running, and calls with their own awaiters and builders.</summary>
    public static class Odd
    {
        private static readonly object s_lock = new();
        private static readonly Event s_event = new();

        public static void Start()
        {
            Kept.Keep(OwnAwaiter());
            Kept.Keep(BaseLibraryPooled().AsTask());
            Kept.Keep(CatchesAndWaits());
            Kept.Keep(Structs(new Pair { First = "first", Second = 2 }));
            Monitor.Enter(s_lock);
            Kept.Keep(Locks());
            Kept.Keep(Completed());
        }

        private static async Task OwnAwaiter() => await s_event;

        [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
        private static async ValueTask<int> BaseLibraryPooled() => await Program.Never.Task;

        private static async Task CatchesAndWaits()
        {
            try
            {
                await Task.Yield();
                throw new InvalidOperationException();
            }
            catch (InvalidOperationException)
            {
                await Program.Never.Task;
            }
            finally
            {
                await Task.Yield();
            }
        }

        private static async Task<object> Structs(Pair pair)
        {
            await Program.Never.Task;
            return pair;
        }

        private static async Task Locks()
        {
            await Task.Yield();
            lock (s_lock)
            {
                Thread.Sleep(1);
            }
        }

        /// <summary>Starts a call whose result is never taken.</summary>
        private static async Task Completed()
        {
            var done = Done();
            await Program.Never.Task;
            await done;
        }

        private static async ValueTask<int> Done()
        {
            await Task.Yield();
            return 1;
        }

        private struct Pair
        {
            public string First { get; set; }

            public int Second { get; set; }
        }

        private sealed class Event : ICriticalNotifyCompletion
        {
            private Action? _continuation;

            public bool IsCompleted => _continuation != null;

            public Event GetAwaiter() => this;

            public void GetResult()
            {
            }

            public void OnCompleted(Action continuation) => _continuation = continuation;

            public void UnsafeOnCompleted(Action continuation) => _continuation = continuation;
        }
    }
}
