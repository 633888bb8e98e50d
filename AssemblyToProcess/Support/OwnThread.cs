using System.Runtime.ExceptionServices;

namespace AssemblyToProcess.Support;

/// <summary>A thread that is nobody else's, without a context, to complete things from.</summary>
public static class OwnThread
{
    /// <summary>Runs an action on a thread of that name and waits for it; no ExecutionContext flows into it.</summary>
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
