#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Calls the base library's WhenAny with the tasks of a span. From .NET 9 on, that method takes a span itself.</summary>
internal static class BaseLibraryWhenAny
{
#if NET9_0_OR_GREATER
    public static Task<Task> Of(ReadOnlySpan<Task> tasks) => Task.WhenAny(tasks);

    public static Task<Task<TResult>> Of<TResult>(ReadOnlySpan<Task<TResult>> tasks) => Task.WhenAny(tasks);
#else
    public static Task<Task> Of(ReadOnlySpan<Task> tasks) => Task.WhenAny(tasks.ToArray());

    public static Task<Task<TResult>> Of<TResult>(ReadOnlySpan<Task<TResult>> tasks) => Task.WhenAny(tasks.ToArray());
#endif
}
#endif
