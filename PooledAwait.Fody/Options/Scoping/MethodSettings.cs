using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Options;

/// <summary>The changes that the weaver may make in one method.</summary>
/// <param name="Builders">The kinds of async methods that may get a pooled builder.</param>
/// <param name="DirectAwaits">Whether awaited calls in the method, and awaited calls to the method, may be made without a task.</param>
/// <param name="TimedWaits">Whether awaited delays and timeouts in the method may use pooled timers.</param>
/// <param name="WhenAny">Which calls of <c>Task.WhenAny</c> may be rewritten.</param>
/// <param name="StateObjects">The methods whose calls may be rewritten to pass a state object to their delegates.</param>
/// <param name="MinimumStateMachineSize">A number of bytes. A <c>Task</c> method with a smaller state machine keeps its builder.</param>
/// <param name="OutOfScope">Why the weaver must not change the method at all, whatever the other settings are; null if the method is in scope.</param>
internal sealed record MethodSettings(
    PooledBuilders Builders, bool DirectAwaits, bool TimedWaits, PooledWhenAny WhenAny, PooledStateObjects StateObjects, int MinimumStateMachineSize, Reason? OutOfScope)
{
    /// <summary>
    /// The fault for which the weaver leaves the method alone, from an earlier attempt at this weave; null if there is none. If the weaver leaves all methods
    /// alone, the fault may be in another method.
    /// </summary>
    public string? Detail { get; init; }
}
