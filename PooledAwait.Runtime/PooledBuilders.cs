#if WEAVER
namespace PooledAwait.Fody.Options;
#else
namespace PooledAwait;
#endif

/// <summary>The kinds of async methods, by return type, that the weaver can give a pooled builder.</summary>
[Flags]
public enum PooledBuilders
{
    /// <summary>None: every async method keeps its builder.</summary>
    None = 0,

    /// <summary><c>async ValueTask</c> and <c>async ValueTask&lt;T&gt;</c>.</summary>
    ValueTask = 1,

    /// <summary><c>async Task</c> and <c>async Task&lt;T&gt;</c>.</summary>
    Task = 2,

    /// <summary><c>async void</c>.</summary>
    Void = 4,

    /// <summary>All of these kinds.</summary>
    All = ValueTask | Task | Void,
}
