#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

[assembly: IgnoresAccessChecksTo("System.Private.CoreLib")]

namespace PooledAwait.Runtime;

/// <summary>Makes boxes of the base library's own kind. The base library treats such a box like one of its own when the box waits or is queued.</summary>
/// <remarks>
/// <para>
/// A box is of this kind if it implements an internal interface of the base library. The interface has had four members since .NET 5, and a fifth since .NET
/// 11. Our classes implement the fifth member by a public method of the same name. So they can be loaded whether or not the interface has that member. This
/// assembly compiles against the project <c>PooledAwait.Runtime/BaseLibrary</c>, which declares the internal members that we use. That project's assembly has
/// the base library's name, so at run time all references lead to the base library. The attribute at the top of this file permits the use of internal members.
/// If the interface is missing or has other members, a class that implements the interface cannot be loaded. So all code that must always load is in base
/// classes that do not implement the interface.
/// </para>
/// <para>
/// Compared with delegates, such boxes save bytes for each call that finds its pool empty, and for each queued continuation. <c>Benchmarks -- ways</c> measures
/// this; the table is in <c>docs/newer-runtimes.md</c>.
/// </para>
/// <para>
/// With public members only, each of our boxes would need a second box, which the base library makes. That would cost more bytes for each box. We would also
/// have to clear the context that the second box has captured.
/// </para>
/// <para>
/// All boxes of a process are of one kind. So the code that decides the kind runs no foreign code. Foreign code could call async methods while the kind is
/// still undecided. A separate test checks that the base library resumes the boxes. Each await reads the test's result
/// (<see cref="BaseLibraryAwait.IsSupported"/>).
/// </para>
/// </remarks>
internal static class BaseLibraryBox
{
    /// <summary>
    /// False if the classes of such boxes cannot be loaded, or if the runtimeconfig switch <c>PooledAwait.DisableResumptionBox</c> is true. Then no such box is
    /// made.
    /// </summary>
    public static readonly bool CanBeMade = Fallback.Boxes.Decide(CanBeLoaded, offSwitch: "PooledAwait.DisableResumptionBox");

    // If the interface is missing, the JIT cannot compile the following methods. So they are never inlined into methods that must always compile.

    [MethodImpl(MethodImplOptions.NoInlining)]
    public static DetachedStateMachineBox<TStateMachine> MakeDetachedBox<TStateMachine>()
        where TStateMachine : IAsyncStateMachine =>
        new RecognisedDetachedBox<TStateMachine>();

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
