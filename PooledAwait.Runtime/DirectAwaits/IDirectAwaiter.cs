using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>The awaiter that a method with a pooled builder uses for the call of a twin. Only this library implements it.</summary>
/// <remarks>An instance belongs to one await and is not thread-safe, like any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDirectAwaiter : ICriticalNotifyCompletion
{
    /// <summary>Resumes a box when the call completes. Another thread may run the box before this method returns.</summary>
    /// <param name="caller">The caller's box. It has already captured its context.</param>
    internal void Await(StateMachineBox caller);

#if NET8_0_OR_GREATER
    /// <summary>Makes the base library's builder resume the machine when the call completes (<see cref="PredictedTask"/>).</summary>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <typeparam name="TResult">The result type of the machine's method.</typeparam>
    /// <param name="stateMachine">The state machine.</param>
    /// <param name="source">The builder's field, which has the base library's task or null.</param>
    internal void AwaitAsPredictedTask<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine;
#endif
}
