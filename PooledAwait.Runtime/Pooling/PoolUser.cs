#if NETSTANDARD2_0
using System.Reflection;
#endif
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Finds out what a pool must know about the type whose boxes it holds.</summary>
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
#endif
        return user;
    }

    /// <summary>Returns the approximate bytes of an idle box.</summary>
    /// <typeparam name="TUser">A state machine's type. If it is a class, the box has only a reference.</typeparam>
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
#endif
}
