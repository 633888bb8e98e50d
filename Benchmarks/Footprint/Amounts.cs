namespace Benchmarks.Footprint;

/// <summary>The numbers of threads, methods and calls of a measurement.</summary>
/// <param name="Threads">The number of threads that call methods.</param>
/// <param name="Methods">The number of methods that each thread calls; at most 1,000.</param>
/// <param name="BurstMethods">The number of methods in a burst; at most 1,000 in all bursts together.</param>
/// <param name="BurstCalls">The number of calls of each method that are in flight at once during a burst.</param>
/// <param name="BurstWindows">The number of bursts, which are a minute apart. Only the fastest burst counts.</param>
/// <param name="FewInFlight">A small number of calls of one method that are in flight at once.</param>
/// <param name="ManyInFlight">A large number of calls of one method that are in flight at once.</param>
/// <param name="Minute">The length of a "minute". In each "minute", the measurement collects garbage several times, as a running program would.</param>
internal sealed record Amounts(int Threads, int Methods, int BurstMethods, int BurstCalls, int BurstWindows, int FewInFlight, int ManyInFlight, TimeSpan Minute)
{
    /// <summary>The amounts for the published page.</summary>
    public static readonly Amounts OfPage = new(
        Threads: 64, Methods: 1_000, BurstMethods: 40, BurstCalls: 20_000, BurstWindows: 5, FewInFlight: 100, ManyInFlight: 10_000,
        TimeSpan.FromMinutes(1));
}
