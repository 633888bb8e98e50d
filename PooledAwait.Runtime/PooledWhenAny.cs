#if WEAVER
namespace PooledAwait.Fody.Options;
#else
namespace PooledAwait;
#endif

/// <summary>The calls of <c>Task.WhenAny</c> that the weaver rewrites.</summary>
public enum PooledWhenAny
{
    /// <summary>Every call is left alone. <c>TimedWaits</c> decides about awaited calls with a <c>Task.Delay</c>.</summary>
    None = 0,

    /// <summary>Calls with three or four tasks are rewritten so that they allocate only the returned task. Awaited calls still make this task.</summary>
    Tasks = 1,

    /// <summary>Calls are rewritten as with <see cref="Tasks"/>. In addition, an awaited call makes no task.</summary>
    All = 2,
}
