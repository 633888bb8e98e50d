#if WEAVER
namespace PooledAwait.Fody.Options;
#else
namespace PooledAwait;
#endif

/// <summary>The calls of <c>Task.WhenAny</c> that the weaver rewrites.</summary>
public enum PooledWhenAny
{
    /// <summary>Calls are left alone. But awaited calls with a <c>Task.Delay</c> are still rewritten if <c>TimedWaits</c> is on.</summary>
    None = 0,

    /// <summary>
    /// Calls with three or four tasks are rewritten so that they allocate only the returned task. This includes awaited calls, which also make this task.
    /// </summary>
    Tasks = 1,

    /// <summary>
    /// Calls are rewritten as with <see cref="Tasks"/>, and awaited calls with two tasks as well. Awaited calls with two, three or four tasks make no task.
    /// </summary>
    All = 2,
}
