namespace System.Runtime.CompilerServices;

/// <summary>What the base library's awaiters, tasks and thread pool recognise as the box of an async method, and resume without a delegate.</summary>
public interface IAsyncStateMachineBox
{
    /// <summary>Does what <see cref="MoveNext"/> does; for awaiters and contexts that take a delegate.</summary>
    Action MoveNextAction { get; }

    /// <summary>Resumes the state machine in the context of its suspension.</summary>
    void MoveNext();

    /// <summary>The state machine, for debuggers and traces.</summary>
    IAsyncStateMachine GetStateMachineObject();

    /// <summary>Forgets the state machine, once it has completed.</summary>
    void ClearStateUponCompletion();

    /// <summary>From .NET 11 on: what profilers show about a call that waits. A class that implements it with a public method of its own can be loaded with older base libraries too.</summary>
    /// <param name="methodId">Where the native code of the machine's MoveNext begins; 0 if that is not known.</param>
    /// <param name="state">Where the machine waits; -1 if that is not known.</param>
    /// <param name="nextContinuation">What awaits the call: another box, a task or a delegate; null if the box knows of nothing.</param>
    /// <returns>False if nothing is known.</returns>
    bool GetDiagnosticData(out ulong methodId, out int state, out object? nextContinuation);
}
