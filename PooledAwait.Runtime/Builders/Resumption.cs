#if NET8_0_OR_GREATER
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The state machine that the base library believes it is running: each MoveNext of it is one of the real one's. It is a struct
/// of its own, rather than the box itself, so that the base library's generic code over it is compiled for exactly this type.
/// </summary>
/// <param name="box">The box to resume.</param>
internal readonly struct Resumption(StateMachineBox box) : IAsyncStateMachine
{
    public void MoveNext() => box.MoveNext();

    public void SetStateMachine(IAsyncStateMachine stateMachine)
    {
        // The builder lies in the box, not in this struct: there is no copy to tell.
    }
}
#endif
