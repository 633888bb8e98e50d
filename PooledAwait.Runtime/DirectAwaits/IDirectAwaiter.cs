using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>What awaits the call of a twin in a method whose builder is pooled. Nobody else implements it.</summary>
/// <remarks>An instance belongs to one await and is not thread-safe, as any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDirectAwaiter : ICriticalNotifyCompletion
{
    /// <summary>Has a box resumed when the call completes. Another thread may be running it before this returns.</summary>
    /// <param name="caller">The box; its context is captured.</param>
    internal void Await(StateMachineBox caller);
}
