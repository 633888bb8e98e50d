using PooledAwait.Fody.Reporting;

namespace PooledAwait.Fody.Builders;

/// <summary>What becomes of the ValueTask that a call returns.</summary>
/// <param name="Misuse">How its contract is, or may be, broken; null where it is consumed once at most and by known code.</param>
/// <param name="IsReturned">Whether the caller hands it on to its own callers.</param>
internal sealed record ValueTaskUse(Reason? Misuse, bool IsReturned)
{
    public static readonly ValueTaskUse Proper = new(null, false);
    public static readonly ValueTaskUse Returned = new(null, true);

    public static implicit operator ValueTaskUse(Reason misuse) => new(misuse, false);

    public ValueTaskUse And(ValueTaskUse other) => new(Misuse ?? other.Misuse, IsReturned || other.IsReturned);
}
