namespace Benchmarks.Footprint;

/// <summary>How much of everything is measured.</summary>
/// <param name="Threads">Threads that call methods.</param>
/// <param name="Methods">Methods that each of them calls; at most 1,000.</param>
/// <param name="BurstMethods">Methods of the burst; at most 1,000 in all windows.</param>
/// <param name="BurstCalls">Calls in flight of each of those.</param>
/// <param name="BurstWindows">How often the burst is made, a minute apart; the fastest counts.</param>
/// <param name="FewInFlight">Calls in flight of one method.</param>
/// <param name="ManyInFlight">The same, once more.</param>
/// <param name="Minute">How long a minute is, in which a program collects now and then.</param>
internal sealed record Amounts(int Threads, int Methods, int BurstMethods, int BurstCalls, int BurstWindows, int FewInFlight, int ManyInFlight, TimeSpan Minute)
{
    /// <summary>Those of the page.</summary>
    public static readonly Amounts OfPage = new(
        Threads: 64, Methods: 1_000, BurstMethods: 40, BurstCalls: 20_000, BurstWindows: 5, FewInFlight: 100, ManyInFlight: 10_000,
        TimeSpan.FromMinutes(1));
}
