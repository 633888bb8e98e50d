#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

[assembly: IgnoresAccessChecksTo("System.Private.CoreLib")]

namespace PooledAwait.Runtime;

/// <summary>The kind of box that the base library gives to its async methods, and recognises wherever one waits or is queued.</summary>
/// <remarks>
/// <para>
/// It is an interface that the base library keeps to itself: four members since .NET 5, and a fifth since .NET 11, which the classes implement by its name alone, so that they can be loaded
/// with and without it. <c>PooledAwait.Runtime/BaseLibrary</c> declares what is used of it, to be compiled against; which assembly it is found in, and that this one may use it, is said by name. A class that implements it cannot be loaded where
/// it is missing or has other members: so what nobody can do without is in the base class.
/// </para>
/// <para>
/// What it gains over delegates is bytes, for each call that finds its pool empty and for each continuation that is queued. <c>Benchmarks -- ways</c> measures it, and
/// <c>docs/newer-runtimes.md</c> has the table.
/// </para>
/// <para>
/// The other way, by public means, is a box of the base library's own beside each of ours: it is more bytes for each, and its captured
/// context must be cleared behind its back.
/// </para>
/// <para>
/// All boxes of a process are of one kind. So what decides it runs nobody else's code, in which calls might find it undecided; whether the base library resumes
/// them is another question (<see cref="BaseLibraryAwait.IsSupported"/>), asked at each await.
/// </para>
/// </remarks>
internal static class BaseLibraryBox
{
    /// <summary>
    /// False where the base library does not know such boxes, or where the runtimeconfig switch <c>PooledAwait.DisableResumptionBox</c> is true: then none is
    /// made.
    /// </summary>
    public static readonly bool CanBeMade = Way.Boxes.Decide(CanBeLoaded, offSwitch: "PooledAwait.DisableResumptionBox");

    // Where the interface is missing, the following methods cannot be compiled, nor could what they were inlined into.

    /// <summary>Makes a box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static DetachedStateMachineBox<TStateMachine> MakeDetachedBox<TStateMachine>()
        where TStateMachine : IAsyncStateMachine =>
        new RecognisedDetachedBox<TStateMachine>();

    /// <summary>Makes a box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static ValueTaskStateMachineBox<TStateMachine, TResult> MakeValueTaskBox<TStateMachine, TResult>()
        where TStateMachine : IAsyncStateMachine =>
        new RecognisedValueTaskBox<TStateMachine, TResult>();

    /// <summary>The type of what <see cref="MakeValueTaskBox"/> makes.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static Type TypeOfValueTaskBox<TStateMachine, TResult>()
        where TStateMachine : IAsyncStateMachine =>
        typeof(RecognisedValueTaskBox<TStateMachine, TResult>);

    private static bool CanBeLoaded()
    {
        MakeDetachedBox<BaseLibraryBoxSelfTest>();
        MakeValueTaskBox<BaseLibraryBoxSelfTest, VoidResult>();
        return true;
    }
}
#endif
