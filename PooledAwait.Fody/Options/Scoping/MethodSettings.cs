using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Options;

/// <summary>What may be done in one method.</summary>
/// <param name="Builders">The kinds of async methods that may get a pooled builder.</param>
/// <param name="DirectAwaits">Whether awaited calls in the method, and awaited calls of the method, may do without a task.</param>
/// <param name="TimedWaits">Whether awaited delays and timeouts in the method may use pooled timers.</param>
/// <param name="WhenAny">How far to go with calls of <c>Task.WhenAny</c>.</param>
/// <param name="StateObjects">The methods whose delegates may get a state object.</param>
/// <param name="MinimumStateMachineSize">In bytes; a <c>Task</c> method with a smaller state machine keeps its builder.</param>
/// <param name="OutOfScope">Why nothing at all may be done, whatever the other settings say; null if the method is in scope.</param>
internal sealed record MethodSettings(
    PooledBuilders Builders, bool DirectAwaits, bool TimedWaits, PooledWhenAny WhenAny, PooledStateObjects StateObjects, int MinimumStateMachineSize, Reason? OutOfScope)
{
    /// <summary>What exactly keeps the method out of scope; null if the reason says enough.</summary>
    public string? Detail { get; init; }
}
