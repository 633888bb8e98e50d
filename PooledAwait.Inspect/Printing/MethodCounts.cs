using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Printing;

/// <summary>The numbers of a method's calls, and of its boxes (the pooled objects that hold the state of calls).</summary>
/// <param name="Method">The method.</param>
/// <param name="InFlight">Calls that wait or run.</param>
/// <param name="Completed">Completed calls whose result has not been taken.</param>
/// <param name="IdleBoxes">Boxes in the pool, for the method's next calls.</param>
internal sealed record MethodCounts(string Method, int InFlight, int Completed, int IdleBoxes)
{
    /// <summary>Returns the counts of all methods, ordered by the number of calls in flight.</summary>
    public static IReadOnlyList<MethodCounts> Of(Calls calls)
    {
        var inFlight = calls.InFlight.CountBy(call => call.Place.Method).ToDictionary();
        return
        [
            .. inFlight.Keys.Union(calls.Completed.Keys).Union(calls.Idle.Keys)
                .Select(method => new MethodCounts(method, inFlight.GetValueOrDefault(method), calls.Completed.GetValueOrDefault(method), calls.Idle.GetValueOrDefault(method)))
                .OrderByDescending(counts => counts.InFlight).ThenBy(counts => counts.Method, StringComparer.Ordinal),
        ];
    }
}
