using System.Runtime.ExceptionServices;

namespace PooledAwait.Runtime;

/// <summary>Handles exceptions that no async method can catch.</summary>
internal static class UnhandledException
{
    /// <summary>Rethrows an exception on the thread pool, where it is unhandled. The base library does the same.</summary>
    public static void ThrowOnThreadPool(Exception exception) =>
        ThreadPool.QueueUserWorkItem(static state => ((ExceptionDispatchInfo)state!).Throw(), ExceptionDispatchInfo.Capture(exception));
}
