using System.Text.Json.Serialization;
using PooledAwait.Inspect.Watching;

namespace PooledAwait.Inspect.Printing;

/// <summary>What pools did in an interval.</summary>
/// <param name="Time">When it ended.</param>
/// <param name="Seconds">How long it was.</param>
/// <param name="All">All methods.</param>
/// <param name="Methods">Each method, those first that save or rent most.</param>
/// <param name="Ways">What is done in one way or its fallback.</param>
/// <param name="IsComplete">Whether there are no more methods than are read.</param>
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

/// <summary>What the pools of a method did, in a second.</summary>
/// <param name="Method">The method; null for all.</param>
/// <param name="Rented">Boxes that calls needed.</param>
/// <param name="Created">Those of them that the pool did not have.</param>
/// <param name="Kept">The boxes that there are, in use or idle.</param>
/// <param name="Idle">Those of them that are idle.</param>
/// <param name="IdleOnThreads">Those of the idle ones that threads have for themselves; depots have the others.</param>
/// <param name="BytesSaved">What the calls would have allocated with the default builder; null where no report tells.</param>
internal sealed record PoolRates(
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)] string? Method, double Rented, double Created, double Kept, double Idle, double IdleOnThreads, double? BytesSaved)
{
    public static PoolRates Of(string? method, PoolCounts before, PoolCounts now, double seconds, double? bytesOfCall)
    {
        // A reading that is less than the one before is of another copy of the library.
        var rented = Math.Max(0, now.Rented - before.Rented) / seconds;
        var created = Math.Max(0, now.Created - before.Created) / seconds;
        return new PoolRates(method, rented, created, now.Kept, now.Idle, now.IdleOnThreads, bytesOfCall * Math.Max(0, rented - created));
    }
}
