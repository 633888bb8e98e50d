#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Describes a state machine in a box to profilers (<c>IAsyncStateMachineBox.GetDiagnosticData</c>). The values come from the base library, because no other
/// code can find the address of native code. Before .NET 11, nothing calls this class, and the base library lacks the members that this class uses.
/// </summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
/// <remarks>
/// A profiler reads this data on a thread that is resuming a chain of calls. The boxes of that chain do not stop for the profiler: at the same time, they may
/// run, complete and be rented again. So this code writes nothing and changes no ticket. Each value comes from a single read of a field that is written as a
/// whole. So each value is from one instant, but may already belong to a later call in the same box. For an idle box, the values are those of the cleared
/// machine. The base library promises profilers no more than that, and its own pooled boxes provide no more.
/// </remarks>
internal static class StateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>True if the base library provides the values.</summary>
    public static readonly bool IsKnown;

    /// <summary>The address of the native code of MoveNext; 0 if it is not known.</summary>
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
            // The base library lacks the members that this class uses, or cannot describe this machine.
        }
    }

    /// <summary>Returns the state at which a machine waits; -1 if the machine is running, or if its state is not known.</summary>
    /// <param name="stateMachine">The field of the box that holds the machine.</param>
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

        var machine = stateMachine; // read once: another thread may clear the field after the base library's test for null
        return ReadState(ref machine);
    }

    // If the base library lacks the class, the JIT cannot compile the following methods. So they are never inlined into methods that must always compile.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong ReadMethodId() =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.MethodId;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadState(ref TStateMachine? stateMachine) =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.GetState(ref stateMachine);

    /// <summary>
    /// Returns whether the machine's name shows that the C# compiler made the machine. Only such a machine certainly has the field <c>&lt;&gt;1__state</c>. For
    /// a machine without that field, the base library would return the machine's first bytes as the state. A search for the field by reflection would cause
    /// trim warnings.
    /// </summary>
    private static bool HasState() => typeof(TStateMachine).Name.StartsWith('<');
}
#endif
