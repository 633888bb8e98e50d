using System.Diagnostics;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// A process whose threads are stopped until this object is disposed of. Nothing is written into the process. The same thread must create and dispose of this
/// object.
/// </summary>
internal sealed class StoppedProcess : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(2);

    private readonly int _process;
    private readonly Dictionary<int, int> _signals = [];

    private StoppedProcess(int process) => _process = process;

    /// <exception cref="InputException">The process cannot be stopped; the message says why.</exception>
    public static StoppedProcess Stop(int process)
    {
        var stopped = new StoppedProcess(process);
        try
        {
            // Running threads may start other threads, so repeat until all threads are stopped.
            while (stopped.StopOthers())
            {
            }

            return stopped;
        }
        catch
        {
            stopped.Dispose();
            throw;
        }
    }

    public void Dispose()
    {
        foreach (var (thread, signal) in _signals)
        {
            Ptrace.Release(thread, signal);
        }

        _signals.Clear();
    }

    /// <returns>False if there were no running threads.</returns>
    private bool StopOthers()
    {
        var seized = new List<int>();
        foreach (var thread in Threads().Where(thread => !_signals.ContainsKey(thread)))
        {
            switch (Ptrace.Seize(thread))
            {
                case 0:
                    _signals.Add(thread, 0);
                    seized.Add(thread);
                    Ptrace.Interrupt(thread);
                    break;
                case Ptrace.NoSuchProcess:
                case Ptrace.NotPermitted when ProcessFiles.HasEnded(_process, thread):
                    break;
                default:
                    throw new InputException(Permission.WhyNot(_process, ProcessFiles.Describe(_process)));
            }
        }

        var waiting = Stopwatch.StartNew();

        // Wait for every thread, even if one of them does not stop. The wait also records the signal that stopped a thread. When the thread is released, this
        // signal must be delivered.
        var stuck = seized.Where(thread => !TryWaitFor(thread, waiting)).ToList();
        return stuck.Count == 0 ? seized.Count > 0
            : throw new InputException($"Thread {stuck[0]} of process {_process} does not stop: it waits in the operating system, for example for a disk, or for a program that it starts. Try again.");
    }

    private bool TryWaitFor(int thread, Stopwatch waiting)
    {
        int signal;
        bool isGone;
        while (!Ptrace.HasStopped(thread, out signal, out isGone))
        {
            if (waiting.Elapsed > s_patience)
            {
                return false;
            }

            Thread.Yield();
        }

        if (isGone)
        {
            _signals.Remove(thread);
        }
        else
        {
            _signals[thread] = signal;
        }

        return true;
    }

    private IEnumerable<int> Threads()
    {
        try
        {
            return ProcessFiles.Threads(_process);
        }
        catch (IOException)
        {
            throw new InputException($"Process {_process} has ended.");
        }
    }
}
