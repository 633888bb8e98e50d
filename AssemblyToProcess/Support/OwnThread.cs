using System.Runtime.ExceptionServices;

namespace AssemblyToProcess.Support;

/// <summary>Runs code on a separate thread without a context, for example to complete a task there.</summary>
public static class OwnThread
{
    /// <summary>Runs an action on a new thread with the given name, and waits until the thread ends. No ExecutionContext flows into the thread.</summary>
    public static void Run(string name, Action action)
    {
        ExceptionDispatchInfo? failure = null;
        var thread = new Thread(() =>
        {
            try
            {
                action();
            }
            catch (Exception e)
            {
                failure = ExceptionDispatchInfo.Capture(e);
            }
        })
        {
            Name = name,
            IsBackground = true,
        };
        using (ExecutionContext.IsFlowSuppressed() ? default(IDisposable) : ExecutionContext.SuppressFlow())
        {
            thread.Start();
        }

        thread.Join();
        failure?.Throw();
    }
}
