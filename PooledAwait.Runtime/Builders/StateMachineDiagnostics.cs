#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Describes a state machine in a box to profilers (<c>IAsyncStateMachineBox.GetDiagnosticData</c>). The values come from the base library, because only it knows where native code begins. Before
/// .NET 11, nothing calls this class, and the members that it uses are missing.
/// </summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
/// <remarks>
/// Profilers read this data on a thread that is resuming a chain of calls, but the boxes that they read may be waiting anywhere. Meanwhile, these boxes may run, complete and be rented again. So this
/// code writes nothing and changes no ticket, and each value is one read of a field that is written as a whole. A value is from one instant, and may already belong to a later call in the same box. An
/// idle box gives the values of its cleared machine. The base library promises profilers no more, and its own pooled boxes give no more.
/// </remarks>
internal static class StateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>True if the base library gives these values.</summary>
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
            // The base library does not have these members, or cannot describe this machine.
        }
    }

    /// <summary>Returns the state at which a machine waits; -1 while it runs, and if the state is not known.</summary>
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

    // If the class is missing, the JIT cannot compile the following methods, nor any method into which they are inlined.

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static ulong ReadMethodId() =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.MethodId;

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static int ReadState(ref TStateMachine? stateMachine) =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncStateMachineDiagnostics<TStateMachine>.GetState(ref stateMachine);

    /// <summary>
    /// Returns whether the C# compiler made the machine, judging by its name. Only then is the machine certain to have the field <c>&lt;&gt;1__state</c>.
    /// Without that field, the base library would take the machine's first bytes for the state. Looking for the field itself would cause trim warnings.
    /// </summary>
    private static bool HasState() => typeof(TStateMachine).Name.StartsWith('<');
}
#endif
