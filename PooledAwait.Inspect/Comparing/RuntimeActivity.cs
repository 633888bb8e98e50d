namespace PooledAwait.Inspect.Comparing;

/// <summary>What a runtime did while it was listened to.</summary>
/// <param name="Bytes">What it handed out for objects.</param>
/// <param name="BytesByType">The same by the types of the objects that were sampled.</param>
/// <param name="Collections">The collections of each generation.</param>
/// <param name="Pauses">How long all threads were suspended for them.</param>
/// <param name="LostEvents">Events that did not come through.</param>
internal sealed record RuntimeActivity(
    long Bytes, IReadOnlyDictionary<string, long> BytesByType, IReadOnlyList<int> Collections, TimeSpan Pauses, long LostEvents)
{
    public static RuntimeActivity None { get; } = new(0, new Dictionary<string, long>(), [0, 0, 0], TimeSpan.Zero, 0);
}
