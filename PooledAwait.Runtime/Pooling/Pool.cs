using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>The idle boxes of one type: each thread's, and the <see cref="Depot"/> that the threads share.</summary>
/// <typeparam name="TUser">Whose boxes they are: the state machine's type, or a type that marks the promises.</typeparam>
/// <typeparam name="TKind">
/// Distinguishes the boxes of one user, for example by the result's type. One type parameter, the type of the box, would distinguish as much. But a box is a class, and all classes share generic code.
/// That code would have to look up at each use where the fields here are.
/// </typeparam>
/// <remarks>Any thread may call. Everything that is put has one type, which the caller knows.</remarks>
internal static class Pool<TUser, TKind>
{
    /// <summary>
    /// A plug-in's types can be unloaded, but what a thread keeps by number never would be. So for such types each thread has slots beside the type, one for each pool.
    /// </summary>
    private static readonly bool s_isOfPlugIn = PoolUser.IsCollectible(typeof(Pool<TUser, TKind>));

    private static readonly Depot s_depot = Depot.Create(PoolUser.Of(typeof(TUser)), PoolUser.BytesOfBox<TUser>(), hasNumber: !s_isOfPlugIn);

    private static readonly int s_number = s_isOfPlugIn ? 0 : s_depot.Number;

    [ThreadStatic]
    private static ThreadSlots? t_ofPlugIn;

    /// <summary>Takes an idle box; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? Take() => Slots.Take(s_number, s_depot);

    /// <summary>Puts an idle box, or leaves it to the garbage collector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put(object box) => Slots.Put(s_number, s_depot, box);

    /// <summary>Counts a box that its call no longer needs, and that is not to be used again.</summary>
    public static void Drop() => s_depot.CountReturnedElsewhere();

    private static ThreadSlots Slots
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (s_isOfPlugIn ? t_ofPlugIn : ThreadSlots.Current) ?? MakeSlots();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once for each thread
    private static ThreadSlots MakeSlots() => s_isOfPlugIn ? t_ofPlugIn = new ThreadSlots(s_depot) : ThreadSlots.MakeCurrent();
}
