using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>What becomes of a followed value.</summary>
/// <param name="Refusal">Why the value is, or may be, misused; null if only known code uses the value, and uses it up at most once.</param>
/// <param name="IsConsumed">Whether some code uses the value up.</param>
/// <param name="IsReturned">Whether the method returns the value to its callers.</param>
/// <param name="IsAsked">Whether some code reads the value's status.</param>
internal sealed record ValueUse(Refusal? Refusal, bool IsConsumed, bool IsReturned, bool IsAsked)
{
    public static readonly ValueUse None = new(null, false, false, false);

    /// <summary>Whether no code does anything with the value, so that any other value could take its place.</summary>
    public bool IsThrownAway => this == None;
}
