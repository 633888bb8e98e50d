using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The awaiter of a twin's call in a method with a pooled builder. (A twin is an added method that returns a ValueTask in place of a task.) Only this library
/// implements the interface.
/// </summary>
/// <remarks>An instance belongs to one await and is not thread-safe, like any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDirectAwaiter : ICriticalNotifyCompletion
{
    /// <summary>Registers a box, which is resumed when the call completes. Another thread may run the box before this method returns.</summary>
    /// <param name="caller">The caller's box. It has already captured its context.</param>
    internal void Await(StateMachineBox caller);

#if NET8_0_OR_GREATER
    /// <summary>Makes the base library's builder resume the machine when the call completes (<see cref="PredictedTask"/>).</summary>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <typeparam name="TResult">The result type of the machine's method.</typeparam>
    /// <param name="stateMachine">The state machine.</param>
    /// <param name="source">The builder's field, which holds the base library's task, or null.</param>
    internal void AwaitAsPredictedTask<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine;
#endif
}
