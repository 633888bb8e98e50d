using System.Text.Json.Serialization;
using PooledAwait.Inspect.Watching;

namespace PooledAwait.Inspect.Printing;

/// <summary>The activity of pools in an interval.</summary>
/// <param name="Time">The end of the interval.</param>
/// <param name="Seconds">The length of the interval.</param>
/// <param name="All">The sums over all methods.</param>
/// <param name="Methods">
/// The activity of each method's pools. Methods that save most bytes come first; methods that save equally are ordered by their rented boxes.
/// </param>
/// <param name="Ways">For each feature that the library implements in two ways, the way in use.</param>
/// <param name="IsComplete">Whether all methods could be read.</param>
internal sealed record PoolAnswer(DateTimeOffset Time, double Seconds, PoolRates All, IReadOnlyList<PoolRates> Methods, IReadOnlyList<WayInUse> Ways, bool IsComplete)
{
    public static PoolAnswer Of(PoolReading before, PoolReading now, SavedBytes saved)
    {
        var seconds = (now.Milliseconds - before.Milliseconds) / 1_000;
        var methods = now.Methods
            .Select(method => PoolRates.Of(method.Key, before.Methods.GetValueOrDefault(method.Key), method.Value, seconds, saved.Of(method.Key)))
            .OrderByDescending(method => method.BytesSaved ?? 0)
            .ThenByDescending(method => method.Rented)
            .ThenBy(method => method.Method, StringComparer.Ordinal)
            .ToList();
        var all = PoolRates.Of(null, before.All, now.All, seconds, null) with
        {
            BytesSaved = saved.IsKnown ? methods.Sum(method => method.BytesSaved ?? 0) : null,
        };
        return new PoolAnswer(DateTimeOffset.UtcNow, seconds, all, methods, [.. now.Ways.OrderBy(way => way.Way, StringComparer.Ordinal).ThenBy(way => way.Used, StringComparer.Ordinal)], now.IsComplete);
    }
}

/// <summary>
/// The activity of a method's pools in an interval. A pool keeps boxes, the objects that hold the state of calls. The numbers of existing boxes are those at
/// the interval's end; everything else is per second.
/// </summary>
/// <param name="Method">The method; null for the sums over all methods.</param>
/// <param name="Rented">The boxes that calls needed.</param>
/// <param name="Created">The number of these boxes that had to be made, because the pool did not have them.</param>
/// <param name="Kept">The boxes that exist, in use or idle.</param>
/// <param name="Idle">The idle boxes.</param>
/// <param name="IdleOnThreads">The idle boxes that threads keep for themselves. The other idle boxes are in the part of the pool that threads share.</param>
/// <param name="BytesSaved">The bytes that the default builder would have allocated in addition; null if no report estimates them.</param>
internal sealed record PoolRates(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Method, double Rented, double Created, double Kept, double Idle, double IdleOnThreads, double? BytesSaved)
{
    public static PoolRates Of(string? method, PoolCounts before, PoolCounts now, double seconds, double? bytesOfCall)
    {
        // If a reading is less than the previous one, it comes from another copy of the library. In that case, the rate counts as 0.
        var rented = Math.Max(0, now.Rented - before.Rented) / seconds;
        var created = Math.Max(0, now.Created - before.Created) / seconds;
        return new PoolRates(method, rented, created, now.Kept, now.Idle, now.IdleOnThreads, bytesOfCall * Math.Max(0, rented - created));
    }
}
