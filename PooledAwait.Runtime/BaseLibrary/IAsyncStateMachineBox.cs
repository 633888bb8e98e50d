namespace System.Runtime.CompilerServices;

/// <summary>A box that the base library's awaiters, tasks and thread pool recognise. They resume such a box without a delegate.</summary>
public interface IAsyncStateMachineBox
{
    /// <summary>A delegate for <see cref="MoveNext"/>, for awaiters and contexts that need a delegate.</summary>
    Action MoveNextAction { get; }

    /// <summary>Resumes the state machine in the ExecutionContext that the box captured when the machine was suspended.</summary>
    void MoveNext();

    /// <summary>The state machine, for debuggers and traces.</summary>
    IAsyncStateMachine GetStateMachineObject();

    /// <summary>Clears the state machine after its completion.</summary>
    void ClearStateUponCompletion();

    /// <summary>
    /// Describes a waiting call to profilers. This member exists since .NET 11. A class that implements it with a public method can also be loaded with older
    /// base libraries.
    /// </summary>
    /// <param name="methodId">The address of the native code of the machine's MoveNext; 0 if it is not known.</param>
    /// <param name="state">The state at which the machine waits; -1 if it is not known.</param>
    /// <param name="nextContinuation">The box, task or delegate that awaits the call; null if the box does not know it.</param>
    /// <returns>False if the values are not known.</returns>
    bool GetDiagnosticData(out ulong methodId, out int state, out object? nextContinuation);
}
