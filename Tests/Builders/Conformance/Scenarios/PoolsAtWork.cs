using System.Runtime.CompilerServices;
using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Tests how many boxes the pools keep, and for how long. A call rents a box when it starts. The box returns to a pool when the caller takes the call's result.
/// </summary>
public static class PoolsAtWork
{
    private const int Burst = 50_000;

    /// <summary>Starts the given number of calls, so that all are in flight at once, and then ends them.</summary>
    public static void Run(int count) => RunIn<Bounded>(count);

    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void A_burst_leaves_no_more_boxes_than_the_bound(Trace trace)
    {
        var sources = new ReusableSource[Burst];
        var calls = new ValueTask<long>[Burst];

        // Runs one call first, so that the burst's figure does not include objects that are allocated only once.
        Run(1);
        Pools.Trim(everything: true);
        var collections = GC.CollectionCount(2);
        var first = AllocatedBytes.During(() => Start(sources, calls));
        Finish(sources, calls);
        var second = AllocatedBytes.During(() => Start(sources, calls));
        Finish(sources, calls);

        // The second burst allocates new boxes in place of those that the pool did not keep. Both figures include the sources, which are subtracted here.
        var sourcesAlone = AllocatedBytes.During(() => MakeSources(sources));
        var kept = Burst * (1 - (double)(second - sourcesAlone) / (first - sourcesAlone));
        const int Magazines = 2 * 32;
        trace.Expect($"within the bound ({kept:F0} of {Pools.MaximumBoxesPerType})", true, kept < Pools.MaximumBoxesPerType + Magazines + 100);
        if (GC.CollectionCount(2) == collections)
        {
            trace.Expect($"up to the bound ({kept:F0} of {Pools.MaximumBoxesPerType})", true, kept > Pools.MaximumBoxesPerType - Magazines - 100);
        }
    }

    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void An_idle_pool_is_given_back_by_collections_alone(Trace trace)
    {
        var before = Level();
        RunIn<Collected>(Burst);
        var after = Level();
        trace.Expect($"within 200 KB ({after - before} B more)", true, after - before < 200_000);
    }

    /// <summary>Tests once with so few boxes that they stay with their thread, and once with so many boxes that most of them are shared.</summary>
    [Scenario(OnlyPooled = true, CountsBytes = true)]
    public static void A_trim_takes_what_nobody_needed_since_the_last_one_and_no_more(Trace trace)
    {
        Check<FewInFlight>(32);
        Check<ManyInFlight>(3_200);

        void Check<TPool>(int count)
        {
            // A garbage collection also trims the pools. So each attempt begins with collections of its own. If another collection happens during the attempt,
            // the attempt is repeated.
            for (var attempt = 0; attempt < 10; attempt++)
            {
                Collect();
                var collections = GC.CollectionCount(2);
                var sources = new ReusableSource[count];
                var calls = new ValueTask<long>[count];
                MakeSources(sources);

                Use();
                Pools.Trim(everything: false);
                var usedSince = Use();
                Pools.Trim(everything: false);
                var usedAgain = Use();
                Pools.Trim(everything: false);
                Pools.Trim(everything: false);
                var notUsedSince = Use();
                Pools.Trim(everything: true);
                var trimmedOfEverything = Use();
                if (GC.CollectionCount(2) != collections)
                {
                    continue;
                }

                trace.Expect("bytes, used since the last trim", 0, usedSince);
                trace.Expect("bytes, used again", 0, usedAgain);
                trace.Expect("bytes, not used since the last trim", true, notUsedSince >= count * 64);
                trace.Expect("bytes, trimmed of everything", notUsedSince, trimmedOfEverything);
                return;

                long Use()
                {
                    var bytes = AllocatedBytes.During(() => StartAgain<TPool>(sources, calls));
                    Finish(sources, calls);
                    return bytes;
                }
            }

            trace.Add($"{Expectation.Violation}collections came in between each time");
        }
    }

    /// <summary>Returns the bytes of all living objects.</summary>
    /// <remarks>
    /// With <c>forceFullCollection</c>, the base library stops collecting as soon as the heap hardly shrinks in relation to its size. The heap of a test run is
    /// so large that the base library would stop too early.
    /// </remarks>
    private static long Level()
    {
        Collect();
        return GC.GetTotalMemory(forceFullCollection: false);
    }

    /// <summary>Collects until finalizers have run, and until the boxes that they trimmed are gone.</summary>
    private static void Collect()
    {
        for (var collection = 0; collection < 4; collection++)
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void RunIn<TPool>(int count)
    {
        var sources = new ReusableSource[count];
        var calls = new ValueTask<long>[count];
        MakeSources(sources);
        StartAgain<TPool>(sources, calls);
        Finish(sources, calls);
    }

    private static void StartAgain<TPool>(ReusableSource[] sources, ValueTask<long>[] calls)
    {
        for (var i = 0; i < calls.Length; i++)
        {
            calls[i] = Suspends<TPool>(sources[i], i);
        }
    }

    private static void Start(ReusableSource[] sources, ValueTask<long>[] calls)
    {
        MakeSources(sources);
        StartAgain<Bounded>(sources, calls);
    }

    private static void MakeSources(ReusableSource[] sources)
    {
        for (var i = 0; i < sources.Length; i++)
        {
            sources[i] = new ReusableSource();
        }
    }

    private static void Finish(ReusableSource[] sources, ValueTask<long>[] calls)
    {
        for (var i = 0; i < calls.Length; i++)
        {
            sources[i].Complete();
            _ = calls[i].Result;
        }
    }

    /// <typeparam name="TPool">A struct. The method has a separate state machine for each struct, and so a separate pool, which is empty at first.</typeparam>
    private static async ValueTask<long> Suspends<TPool>(ReusableSource source, long number)
    {
        await source.ValueTask;
        return number;
    }

    private readonly struct Bounded;

    private readonly struct Collected;

    private readonly struct FewInFlight;

    private readonly struct ManyInFlight;
}
