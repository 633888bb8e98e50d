#if WEAVER
namespace PooledAwait.Fody.Options;
#else
namespace PooledAwait;
#endif

/// <summary>Which calls of <c>Task.WhenAny</c> the weaver rewrites.</summary>
public enum PooledWhenAny
{
    /// <summary>Every call is left alone.</summary>
    None = 0,

    /// <summary>Calls with three or four tasks get a specialised promise; their awaits are left alone.</summary>
    Tasks = 1,

    /// <summary>As <see cref="Tasks"/>, and an awaited call needs no task at all.</summary>
    All = 2,
}
