using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Printing;

/// <summary>The numbers of calls and boxes of a method.</summary>
/// <param name="Method">The method.</param>
/// <param name="InFlight">Calls that wait or run.</param>
/// <param name="Completed">Calls that have completed, but whose result nobody has taken.</param>
/// <param name="IdleBoxes">Boxes that wait for the method's next call.</param>
internal sealed record MethodCounts(string Method, int InFlight, int Completed, int IdleBoxes)
{
    /// <summary>Counts for all methods; those with most calls in flight come first.</summary>
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
