#if NET8_0
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The calling thread's caches of all pools, by the pool's number: for .NET 8, which finds a thread-static field of a generic type by a call into the runtime,
/// at each use, and one of any other type in line.
/// </summary>
/// <remarks>
/// A thread has a word for each number up to the largest that it has used. When it ends, nothing refers to its caches any more, as with a field for each of them.
/// Only the thread itself reads and writes its array.
/// </remarks>
internal static class NumberedCaches
{
    /// <summary>Stands for the pool of a plug-in's type, whose caches the array would keep alive.</summary>
    public const int None = -1;

    private static int s_count;

    [ThreadStatic]
    private static ThreadCache?[]? t_caches;

    /// <summary>A number for a new pool. Safe for all threads.</summary>
    /// <param name="user">Whose boxes the pool holds.</param>
    public static int NumberFor(Type user) => user.IsCollectible ? None : Interlocked.Increment(ref s_count) - 1;

    /// <summary>The calling thread's cache, where it has one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ThreadCache? Find(int number)
    {
        var caches = t_caches;
        return caches is not null && (uint)number < (uint)caches.Length ? caches[number] : null;
    }

    /// <summary>Remembers the calling thread's cache.</summary>
    public static void Keep(int number, ThreadCache cache)
    {
        if (t_caches is not { } caches || caches.Length <= number)
        {
            Array.Resize(ref t_caches, Math.Max(number + 1, 2 * (t_caches?.Length ?? 8)));
        }

        t_caches![number] = cache;
    }
}
#endif
