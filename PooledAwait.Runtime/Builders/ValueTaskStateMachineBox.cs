using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>The box of one type of state machine whose method returns a ValueTask.</summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
/// <typeparam name="TResult">The result's type.</typeparam>
[StackTraceHidden]
internal sealed class ValueTaskStateMachineBox<TStateMachine, TResult> : ValueTaskBox<TResult>
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

    internal override Type StateMachineType => StateMachine?.GetType() ?? typeof(TStateMachine);

    /// <summary>Takes a box from the pool, or makes one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTaskStateMachineBox<TStateMachine, TResult> Rent()
    {
        // What this pool hands out was put into it by GetResult below: the type is known.
        var box = Cache.Take();
        return box is not null
            ? Unsafe.As<ValueTaskStateMachineBox<TStateMachine, TResult>>(box)
            : new ValueTaskStateMachineBox<TStateMachine, TResult>();
    }

    internal override void MoveNext() => StateMachine!.MoveNext();

    protected override void Release(ref object? source)
    {
        StateMachine = default;
        ForgetRegistrations();

        // A struct's builder lies in the machine that was just cleared: what completes it again must not find a box that others have
        // rented. A class has but one builder, from which the kick-off method may be yet to fetch the ValueTask.
        if (typeof(TStateMachine).IsValueType)
        {
            source = BuilderState.Completed;
        }
    }

    protected override void Recycle() => Cache.Put(this); // it holds nothing of the call any more

    public override TResult GetResult(short token)
    {
        var error = Consume(token, out var result);
        var cache = Cache;
        if (!TicketedCompletion.IsLast(token))
        {
            cache.Put(this); // it holds nothing of the call any more
        }
        else
        {
            cache.Drop();
        }

        error?.Throw();
        return result!;
    }

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
