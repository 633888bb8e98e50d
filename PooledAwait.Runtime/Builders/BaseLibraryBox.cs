#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

[assembly: IgnoresAccessChecksTo("System.Private.CoreLib")]

namespace PooledAwait.Runtime;

/// <summary>The kind of box that the base library makes for its async methods, and recognises wherever such a box waits or is queued.</summary>
/// <remarks>
/// <para>
/// This kind is an internal interface of the base library. It has four members since .NET 5, and a fifth since .NET 11. Our classes implement the fifth by its name alone, so that they can be loaded
/// with and without it. <c>PooledAwait.Runtime/BaseLibrary</c> declares the members that are used, to compile against. That project's assembly name says where the runtime finds them, and an attribute
/// names the assembly whose internal members this one may use. If the interface is missing or has other members, a class that implements it cannot be loaded.
/// So everything that is always needed is in the base class.
/// </para>
/// <para>
/// Compared with delegates it saves bytes: for each call that finds its pool empty, and for each continuation that is queued. <c>Benchmarks -- ways</c> measures this, and
/// <c>docs/newer-runtimes.md</c> has the table.
/// </para>
/// <para>
/// The alternative, with public members, is a box of the base library's own beside each of ours. It takes more bytes for each box, and its captured
/// context must be cleared without its knowledge.
/// </para>
/// <para>
/// All boxes of a process are of one kind. So the code that decides the kind runs no code of others: calls in that code might find the kind undecided. Whether the base library resumes
/// the boxes is another question (<see cref="BaseLibraryAwait.IsSupported"/>), asked at each await.
/// </para>
/// </remarks>
internal static class BaseLibraryBox
{
    /// <summary>
    /// False if the base library does not know such boxes, or if the runtimeconfig switch <c>PooledAwait.DisableResumptionBox</c> is true. Then no such box is
    /// made.
    /// </summary>
    public static readonly bool CanBeMade = Fallback.Boxes.Decide(CanBeLoaded, offSwitch: "PooledAwait.DisableResumptionBox");

    // If the interface is missing, the JIT cannot compile the following methods, nor any method that they are inlined into.

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

    /// <summary>The type of the boxes that <see cref="MakeValueTaskBox"/> makes.</summary>
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
