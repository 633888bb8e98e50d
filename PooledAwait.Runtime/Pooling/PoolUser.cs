#if NETSTANDARD2_0
using System.Reflection;
#endif
using System.Runtime.CompilerServices;
#if NET8_0_OR_GREATER
using System.Runtime.InteropServices;
#endif

namespace PooledAwait.Runtime;

/// <summary>Describes the type whose boxes a pool holds: its name for users, its size, and whether it can be unloaded.</summary>
internal static class PoolUser
{
    /// <summary>The most bytes of a box besides its state machine, approximately: header, completion core, context, delegates, and a result that is not a large struct.</summary>
    private const int BytesBesideMachine = 112;

    /// <summary>Returns the type that users know: the state machine, or the class that makes the promises.</summary>
    public static Type Of(Type user)
    {
#if NET8_0_OR_GREATER
        if (user == typeof(WhenAnyTask))
        {
            return typeof(SpecializedWhenAny);
        }

        if (user == typeof(WhenAnyAwaited))
        {
            return typeof(AwaitedWhenAny);
        }

        if (user == typeof(AwaitedDelays))
        {
            return typeof(AwaitedDelay);
        }

        if (user == typeof(AwaitedWaits))
        {
            return typeof(AwaitedWaitAsync);
        }

        if (user == typeof(WhenAnyDelays))
        {
            return typeof(TimedWhenAny);
        }
#endif
        return user;
    }

    /// <summary>Returns the approximate bytes of an idle box.</summary>
    /// <typeparam name="TUser">A state machine's type (if it is a class, the box has only a reference to it), or one of the types below, which represent kinds of promises.</typeparam>
    public static int BytesOfBox<TUser>() => Unsafe.SizeOf<TUser>() + BytesBesideMachine;

    /// <summary>Returns whether a type can be unloaded.</summary>
    public static bool IsCollectible(Type type) =>
#if NETSTANDARD2_0
        s_isCollectible is not null ? (bool)s_isCollectible.GetValue(type) : IsOfDynamicAssembly(type);

    private static readonly PropertyInfo? s_isCollectible = typeof(Type).GetProperty("IsCollectible");

    /// <summary>Returns whether a type may be unloaded on .NET Framework. A type of a dynamic assembly may; any other is unloaded only with its whole domain.</summary>
    private static bool IsOfDynamicAssembly(Type type) => type.Assembly.IsDynamic || type.GetGenericArguments().Any(IsOfDynamicAssembly);
#else
        type.IsCollectible;
#endif
#if NET8_0_OR_GREATER

    /// <summary>Identifies the pools of <see cref="TaskWhenAnyPromise{TTask}"/>.</summary>
    internal struct WhenAnyTask;

    /// <summary>Identifies the pools of <see cref="AwaitedWhenAnyPromise{TTask}"/>.</summary>
    internal struct WhenAnyAwaited;

    /// <summary>Identifies the pool of <see cref="DelayPromise"/>. Has the size of the promise's timer, so that <c>BytesOfBox</c> counts the timer.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 144)]
    internal struct AwaitedDelays;

    /// <summary>Identifies the pools of <see cref="WaitAsyncPromise{TResult}"/>. Has the size of the promise's timer, so that <c>BytesOfBox</c> counts the timer.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 160)]
    internal struct AwaitedWaits;

    /// <summary>Identifies the pool of <see cref="WhenAnyDelay"/>. Has the size of the delay's timer and task, so that <c>BytesOfBox</c> counts both.</summary>
    [StructLayout(LayoutKind.Sequential, Size = 288)]
    internal struct WhenAnyDelays;
#endif
}
