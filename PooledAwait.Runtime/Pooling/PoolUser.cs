#if NETSTANDARD2_0
using System.Reflection;
#endif
using System.Runtime.CompilerServices;
#if NET8_0_OR_GREATER
using System.Runtime.InteropServices;
#endif

namespace PooledAwait.Runtime;

/// <summary>Describes the user of a pool's boxes: the type to show to people, the size of a box, and whether the type can be unloaded.</summary>
internal static class PoolUser
{
    /// <summary>
    /// The approximate maximum size of a box without its state machine: header, completion, context, delegates, and a result that is not a large struct.
    /// </summary>
    private const int BytesBesideMachine = 112;

    /// <summary>Returns the type to show to people: the state machine, or the class that makes the promises.</summary>
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
    /// <typeparam name="TUser">
    /// A state machine's type, or one of the types below, which represent kinds of promises. If a machine is a class, only the box's reference to the machine
    /// is counted.
    /// </typeparam>
    public static int BytesOfBox<TUser>() => Unsafe.SizeOf<TUser>() + BytesBesideMachine;

    /// <summary>Returns whether a type can be unloaded.</summary>
    public static bool IsCollectible(Type type) =>
#if NETSTANDARD2_0
        s_isCollectible is not null ? (bool)s_isCollectible.GetValue(type) : IsOfDynamicAssembly(type);

    private static readonly PropertyInfo? s_isCollectible = typeof(Type).GetProperty("IsCollectible");

    /// <summary>
    /// Returns whether a type may be unloaded on .NET Framework. Only a type of a dynamic assembly may be unloaded. Any other type is unloaded only with its
    /// whole domain.
    /// </summary>
    private static bool IsOfDynamicAssembly(Type type) => type.Assembly.IsDynamic || type.GetGenericArguments().Any(IsOfDynamicAssembly);
#else
        type.IsCollectible;
#endif
#if NET8_0_OR_GREATER

    /// <summary>Identifies the pools of <see cref="TaskWhenAnyPromise{TTask}"/>.</summary>
    internal struct WhenAnyTask;

    /// <summary>Identifies the pools of <see cref="AwaitedWhenAnyPromise{TTask}"/>.</summary>
    internal struct WhenAnyAwaited;

    /// <summary>
    /// Identifies the pool of <see cref="DelayPromise"/>. The struct has the size of the promise's timer, so that <c>BytesOfBox</c> counts the timer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential, Size = 144)]
    internal struct AwaitedDelays;

    /// <summary>
    /// Identifies the pools of <see cref="WaitAsyncPromise{TResult}"/>. The struct has the size of the promise's timer, so that <c>BytesOfBox</c> counts the
    /// timer.
    /// </summary>
    [StructLayout(LayoutKind.Sequential, Size = 160)]
    internal struct AwaitedWaits;

    /// <summary>
    /// Identifies the pool of <see cref="WhenAnyDelay"/>. The struct has the size of the delay's timer and task, so that <c>BytesOfBox</c> counts the timer and
    /// the task.
    /// </summary>
    [StructLayout(LayoutKind.Sequential, Size = 288)]
    internal struct WhenAnyDelays;
#endif
}
