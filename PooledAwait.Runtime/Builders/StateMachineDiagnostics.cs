#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// What profilers are told of a state machine in a box (<c>IAsyncStateMachineBox.GetDiagnosticData</c>), in the words of the base library, since only it knows where
/// native code begins. It asks from .NET 11 on; before, nobody comes here, and what is used here is missing.
/// </summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
/// <remarks>
/// Profilers ask on the thread that resumes a chain of calls, of boxes that wait for others on that thread or any other, which may run, complete and be rented again meanwhile.
/// So nothing is written, no ticket is changed, and each value is one read of a field that is written as a whole: it is that of one instant, perhaps of a call that has the box now, and
/// an idle box gives what its cleared machine has. More is not promised to who asks, and the base library's own pooled boxes give no more.
/// </remarks>
internal static class StateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>Whether the base library answers at all.</summary>
    public static readonly bool IsKnown;

    /// <summary>Where the native code of MoveNext begins; 0 where that is not known.</summary>
    public static readonly ulong MethodId;

    private static readonly bool s_hasState;

    [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, the answer is not to tell.")]
    [SuppressMessage("Performance", "CA1810", Justification = "All three come out of one attempt, at the first question.")]
    static StateMachineDiagnostics()
    {
        try
        {
            var methodId = ReadMethodId();
            var none = default(TStateMachine);
            ReadState(ref none);
            (IsKnown, MethodId, s_hasState) = (true, methodId, HasState());
        }
        catch
        {
            // It does not know them, or cannot tell of this machine.
        }
    }

    /// <summary>Where a machine waits; -1 where that is not known, and while it runs.</summary>
    /// <param name="stateMachine">The box's field.</param>
    public static int StateOf(ref TStateMachine? stateMachine)
    {
        if (!s_hasState)
        {
            return -1;
        }

        if (typeof(TStateMachine).IsValueType)
        {
            return ReadState(ref stateMachine);
        }

        var machine = stateMachine; // once: another thread may clear the field between the test for null and the read behind it
        return ReadState(ref machine);
    }

    // Where the class is missing, the following methods cannot be compiled, nor could what they were inlined into.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong ReadMethodId() =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.MethodId;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadState(ref TStateMachine? stateMachine) =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.GetState(ref stateMachine);

    /// <summary>
    /// Whether it is a machine of the C# compiler, which alone gives such names: the base library reads anything else's first bytes. The field cannot be asked for, since a trimmer would warn of that.
    /// </summary>
    private static bool HasState() => typeof(TStateMachine).Name.StartsWith('<');
}
#endif
