namespace Benchmarks.Footprint;

/// <summary>The numbers of threads, methods and calls to measure with.</summary>
/// <param name="Threads">The number of threads that call methods.</param>
/// <param name="Methods">The number of methods that each thread calls; at most 1,000.</param>
/// <param name="BurstMethods">The number of methods in a burst; at most 1,000 in all windows together.</param>
/// <param name="BurstCalls">The number of calls in flight of each of these methods.</param>
/// <param name="BurstWindows">How many bursts there are, a minute apart; the fastest counts.</param>
/// <param name="FewInFlight">A small number of calls in flight of one method.</param>
/// <param name="ManyInFlight">A large number of calls in flight of one method.</param>
/// <param name="Minute">How long a "minute" lasts. During it, the measurement collects garbage several times, as a running program would.</param>
internal sealed record Amounts(int Threads, int Methods, int BurstMethods, int BurstCalls, int BurstWindows, int FewInFlight, int ManyInFlight, TimeSpan Minute)
{
    /// <summary>The amounts that the published page is measured with.</summary>
    public static readonly Amounts OfPage = new(
        Threads: 64, Methods: 1_000, BurstMethods: 40, BurstCalls: 20_000, BurstWindows: 5, FewInFlight: 100, ManyInFlight: 10_000,
        TimeSpan.FromMinutes(1));
}
