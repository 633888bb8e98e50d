using System.Threading.Tasks.Sources;

namespace AssemblyToProcess.Support;

/// <summary>
/// An await that always suspends, uses an awaiter of the base library, and resumes on another thread under the same SynchronizationContext. The awaiting thread
/// blocks until the other thread has run to the next suspension or to the end. So the caller observes the same as without the handover.
/// </summary>
public sealed class Handover : IValueTaskSource
{
    /// <summary>The maximum number of idle threads. A deep recursion needs thousands of threads, and each idle one makes garbage collections longer.</summary>
    private const int MostIdle = 8;

    private static readonly Handover s_handover = new();
    private static readonly Stack<Worker> s_idle = new();

    public static ValueTask ToAnotherThread() => new(s_handover, 0);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => ValueTaskSourceStatus.Pending;

    void IValueTaskSource.GetResult(short token)
    {
    }

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags)
    {
        var worker = Take();
        worker.Run(continuation, state, SynchronizationContext.Current);
        lock (s_idle)
        {
            if (s_idle.Count < MostIdle)
            {
                s_idle.Push(worker);
                return;
            }
        }

        worker.End();
    }

    private static Worker Take()
    {
        lock (s_idle)
        {
            return s_idle.Count > 0 ? s_idle.Pop() : new Worker();
        }
    }

    /// <summary>A thread that runs one continuation after the other, so that each continuation finds what the previous one left in the pools.</summary>
    private sealed class Worker
    {
        // These are not slim events, because slim events first spin and yield the processor. On a busy machine, a handover would then take milliseconds.
        private readonly AutoResetEvent _begin = new(initialState: false);
        private readonly AutoResetEvent _end = new(initialState: false);
        private Action<object?>? _continuation;
        private object? _state;
        private SynchronizationContext? _context;

        public Worker()
        {
            var thread = new Thread(Work) { Name = "handed over", IsBackground = true };
            using (ExecutionContext.IsFlowSuppressed() ? default(IDisposable) : ExecutionContext.SuppressFlow())
            {
                thread.Start();
            }
        }

        public void Run(Action<object?> continuation, object? state, SynchronizationContext? context)
        {
            (_continuation, _state, _context) = (continuation, state, context);
            _begin.Set();
            _end.WaitOne();
        }

        public void End() => _begin.Set();

        private void Work()
        {
            while (true)
            {
                _begin.WaitOne();
                if (_continuation == null)
                {
                    _begin.Dispose();
                    _end.Dispose();
                    return;
                }

                SynchronizationContext.SetSynchronizationContext(_context);
                _continuation(_state);
                (_continuation, _state, _context) = (null, null, null);
                SynchronizationContext.SetSynchronizationContext(null);
                _end.Set();
            }
        }
    }
}
