using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Keeps the idle boxes of one type, on each thread and in the <see cref="Depot"/> that the threads share.</summary>
/// <typeparam name="TUser">The user of the boxes: the state machine's type, or a struct of <see cref="PoolUser"/> that identifies the promises.</typeparam>
/// <typeparam name="TKind">
/// Distinguishes pools of one user, for example by the result's type. (The type of the box could serve as the only type parameter. But all classes share the
/// same generic code, and a box is a class. The shared code would have to look up the fields of this class at each use.)
/// </typeparam>
/// <remarks>This class is thread-safe. All boxes of a pool have the same type, so the callers of <see cref="Take"/> check no type.</remarks>
internal static class Pool<TUser, TKind>
{
    /// <summary>
    /// True for a plug-in's types, which can be unloaded. The numbered slots of a thread would keep these types loaded forever. So for each pool of such a
    /// type, each thread has separate slots, in a static field of this class.
    /// </summary>
    private static readonly bool s_isOfPlugIn = PoolUser.IsCollectible(typeof(Pool<TUser, TKind>));

    private static readonly Depot s_depot = Depot.Create(PoolUser.Of(typeof(TUser)), PoolUser.BytesOfBox<TUser>(), hasNumber: !s_isOfPlugIn);

    private static readonly int s_number = s_isOfPlugIn ? 0 : s_depot.Number;

    [ThreadStatic]
    private static ThreadSlots? t_ofPlugIn;

    /// <summary>Takes an idle box; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static object? Take() => Slots.Take(s_number, s_depot);

    /// <summary>Puts an idle box into the pool. If the pool cannot keep the box, leaves the box to the garbage collector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static void Put(object box) => Slots.Put(s_number, s_depot, box);

    /// <summary>Counts a box that was returned and must not be used again.</summary>
    public static void Drop() => s_depot.CountReturnedElsewhere();

    private static ThreadSlots Slots
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => (s_isOfPlugIn ? t_ofPlugIn : ThreadSlots.Current) ?? MakeSlots();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once for each thread
    private static ThreadSlots MakeSlots() => s_isOfPlugIn ? t_ofPlugIn = new ThreadSlots(s_depot) : ThreadSlots.MakeCurrent();
}
