using System.ComponentModel;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Awaits the call of a twin in a method with a pooled builder. Only this library's awaiters implement it.</summary>
/// <remarks>An instance belongs to one await and is not thread-safe, like any awaiter.</remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
public interface IDirectAwaiter : ICriticalNotifyCompletion
{
    /// <summary>Resumes a box when the call completes. Another thread may be running it before this returns.</summary>
    /// <param name="caller">The box; its context is captured.</param>
    internal void Await(StateMachineBox caller);
}
