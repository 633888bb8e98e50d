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
}
