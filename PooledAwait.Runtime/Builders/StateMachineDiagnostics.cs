#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// What profilers learn about a state machine in a box (<c>IAsyncStateMachineBox.GetDiagnosticData</c>). The values come from the base library, because only it knows where
/// native code begins. It asks for them from .NET 11 on. Before that, nothing calls this class, and the members that it uses are missing.
/// </summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
/// <remarks>
/// Profilers ask on the thread that resumes a chain of calls. They ask about boxes that wait for others, on that thread or any other. Meanwhile these boxes may run, complete and be rented again.
/// So this code writes nothing and changes no ticket, and each value is one read of a field that is written as a whole. The value is that of one instant, perhaps of another call that has the box by now.
/// An idle box gives the values of its cleared machine. Profilers are promised no more, and the base library's own pooled boxes give no more.
/// </remarks>
internal static class StateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>Whether the base library answers at all.</summary>
    public static readonly bool IsKnown;

    /// <summary>Where the native code of MoveNext begins; 0 if that is not known.</summary>
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
            // The base library does not have these members, or cannot describe this machine.
        }
    }

    /// <summary>Where a machine waits; -1 if that is not known, and while it runs.</summary>
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

        var machine = stateMachine; // read once: another thread may clear the field between the test for null and the read after it
        return ReadState(ref machine);
    }

    // If the class is missing, the JIT cannot compile the following methods, nor any method that they are inlined into.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong ReadMethodId() =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.MethodId;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadState(ref TStateMachine? stateMachine) =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.GetState(ref stateMachine);

    /// <summary>
    /// Whether the C# compiler made the machine; no other compiler gives such names. For any other machine, the base library reads its first bytes. This cannot look for the field, because a trimmer would warn about that.
    /// </summary>
    private static bool HasState() => typeof(TStateMachine).Name.StartsWith('<');
}
#endif
