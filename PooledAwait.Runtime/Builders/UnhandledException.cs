using System.Runtime.ExceptionServices;

namespace PooledAwait.Runtime;

/// <summary>Handles exceptions that no async method can catch.</summary>
internal static class UnhandledException
{
    /// <summary>Rethrows an exception on the thread pool, as the base library does. There, the process sees it as unhandled.</summary>
    public static void ThrowOnThreadPool(Exception exception) =>
        ThreadPool.QueueUserWorkItem(static state => ((ExceptionDispatchInfo)state!).Throw(), ExceptionDispatchInfo.Capture(exception));
}
