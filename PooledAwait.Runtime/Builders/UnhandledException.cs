using System.Runtime.ExceptionServices;

namespace PooledAwait.Runtime;

/// <summary>What becomes of an exception that no async method can catch.</summary>
internal static class UnhandledException
{
    /// <summary>Rethrows it on the thread pool, where the process sees it as unhandled, as the base library does.</summary>
    public static void ThrowOnThreadPool(Exception exception) =>
        ThreadPool.QueueUserWorkItem(static state => ((ExceptionDispatchInfo)state!).Throw(), ExceptionDispatchInfo.Capture(exception));
}
