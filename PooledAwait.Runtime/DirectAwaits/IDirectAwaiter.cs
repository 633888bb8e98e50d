using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Awaits the call of a twin in a method with a pooled builder. Only this library's awaiters implement it.</summary>
/// <remarks>An instance belongs to one await and is not thread-safe, like any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDirectAwaiter : ICriticalNotifyCompletion
{
    /// <summary>Resumes a box when the call completes. Another thread may be running the box before this returns.</summary>
    /// <param name="caller">The box; its context is captured.</param>
    internal void Await(StateMachineBox caller);

#if NET8_0_OR_GREATER
    /// <summary>Has the base library's builder resume the machine when the call completes (<see cref="GivenTask"/>).</summary>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <typeparam name="TResult">The result's type of the machine's call.</typeparam>
    /// <param name="stateMachine">The state machine.</param>
    /// <param name="source">The field of the machine's builder.</param>
    internal void AwaitAsGivenTask<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine;
#endif
}
