using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>The <see cref="DetachedBox"/> of one type of state machine.</summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
[StackTraceHidden]
internal sealed class DetachedStateMachineBox<TStateMachine> : DetachedBox
    where TStateMachine : IAsyncStateMachine
{
    private static readonly Depot s_depot = Depot.Create(typeof(TStateMachine));

#if NET8_0
    private static readonly int s_number = NumberedCaches.NumberFor(typeof(TStateMachine));
#endif

    [ThreadStatic]
    private static ThreadCache? t_cache;

    /// <summary>The machine; while the box is idle, nothing but the mark in its builder that says it has completed.</summary>
    public TStateMachine? StateMachine;

    internal override Type StateMachineType => typeof(TStateMachine);

    /// <summary>Takes a box from the pool, or makes one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DetachedStateMachineBox<TStateMachine> Rent()
    {
        // What this pool hands out was put into it by Recycle below: the type is known.
        var box = Cache.Take();
        return box is not null
            ? Unsafe.As<DetachedStateMachineBox<TStateMachine>>(box)
            : new DetachedStateMachineBox<TStateMachine>();
    }

    internal override void MoveNext() => StateMachine!.MoveNext();

    protected override void Release()
    {
        StateMachine = default;
        ForgetRegistrations();
    }

    protected override void Recycle() => Cache.Put(this);

    /// <summary>The calling thread's part of the pool.</summary>
    private static ThreadCache Cache
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
#if NET8_0
        get => (s_number != NumberedCaches.None ? NumberedCaches.Find(s_number) : t_cache) ?? CreateCache();
#else
        get => t_cache ?? CreateCache();
#endif
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // once for each thread
    private static ThreadCache CreateCache()
    {
        var cache = new ThreadCache(s_depot);
#if NET8_0
        if (s_number != NumberedCaches.None)
        {
            NumberedCaches.Keep(s_number, cache);
            return cache;
        }
#endif
        return t_cache = cache;
    }
}
