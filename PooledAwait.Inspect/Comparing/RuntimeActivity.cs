namespace PooledAwait.Inspect.Comparing;

/// <summary>The activity of a runtime while the tool listened to it.</summary>
/// <param name="Bytes">The bytes that were allocated for objects.</param>
/// <param name="BytesByType">The same bytes by type, from a sample of the objects.</param>
/// <param name="Collections">The number of collections of each generation.</param>
/// <param name="Pauses">The time for which all threads were suspended for collections.</param>
/// <param name="LostEvents">The number of lost events.</param>
internal sealed record RuntimeActivity(
    long Bytes, IReadOnlyDictionary<string, long> BytesByType, IReadOnlyList<int> Collections, TimeSpan Pauses, long LostEvents)
{
    public static RuntimeActivity None { get; } = new(0, new Dictionary<string, long>(), [0, 0, 0], TimeSpan.Zero, 0);
}
