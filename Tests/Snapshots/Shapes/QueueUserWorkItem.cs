// ThreadPool.QueueUserWorkItem
using System.Threading;

public static class C
{
    public static void Start(ManualResetEvent ended) => ThreadPool.QueueUserWorkItem(_ => ended.Set());
}
