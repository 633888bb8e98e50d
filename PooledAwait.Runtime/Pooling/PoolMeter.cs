#if NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Metrics;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>
/// The Meter <c>PooledAwait</c>, for <c>dotnet-counters</c>, OpenTelemetry and other readers. It reports what the pools have done since the program started,
/// and what they keep now: in total and for each method.
/// </summary>
/// <remarks>
/// <para>
/// <b>Cost.</b> Renting and returning do not use this class. When a reader reads the meter, this class sums the counts that each thread's slots always keep
/// (see <see cref="ThreadSlots"/>). Before the first reading, only the meter and its instruments exist.
/// </para>
/// <para>
/// <b>No deadlock.</b> The thread that makes an instrument notifies the readers, and readers may be user code that calls woven methods. So a work item makes
/// the instruments. While the work item makes them, it holds no lock and runs in no static constructor. So a woven method that a reader calls never waits for
/// the work item. The work item also sees no AsyncLocal values of the code that queued it.
/// </para>
/// <para>
/// <b>Two sets of instruments.</b> A reader keeps only a limited number of values of a tag, often one or two thousand. A program may have more methods. So the
/// sums over all methods have instruments of their own.
/// </para>
/// <para>The reference assemblies of netstandard2.0 have no meters, so this library's build for netstandard2.0 has no meter.</para>
/// </remarks>
internal static class PoolMeter
{
    private const string Name = "PooledAwait";

    /// <summary>The tag with a method's name. OpenTelemetry uses this tag for the full name of a function.</summary>
    private const string MethodTag = "code.function.name";

    private const string WayTag = "pooledawait.way";

    private const string AllMethods = "pooledawait.boxes.";
    private const string OneMethod = "pooledawait.method.boxes.";
    private const string Boxes = "{box}";
    private const string Bytes = "By";

    private static readonly PoolSums s_sums = new();

    private static int s_isMade;

    /// <summary>Written under <c>lock (s_sums)</c>, like <see cref="s_isUnloading"/>. (<see cref="PoolSums"/> itself uses another lock.)</summary>
    private static Meter? s_meter;

    private static bool s_isUnloading;

    /// <summary>
    /// True if the program has meters (<c>MetricsSupport</c>). If a trimmed project has no meters, ILLink.Substitutions.xml makes ILLink remove the code that
    /// this property guards. This is not a field, because a static constructor would have to set the field. ILLink would then keep everything else that the
    /// constructor sets.
    /// </summary>
    private static bool IsSupported => !AppContext.TryGetSwitch("System.Diagnostics.Metrics.Meter.IsSupported", out var isSupported) || isSupported;

    /// <summary>
    /// Queues a work item that creates the meter. Called whenever a thread uses a pool for the first time, but only the first call does anything.
    /// </summary>
    public static void Show()
    {
        if (IsSupported && s_isMade == 0 && Interlocked.Exchange(ref s_isMade, 1) == 0)
        {
            if (AssemblyLoadContext.GetLoadContext(typeof(PoolMeter).Assembly) is { IsCollectible: true } context)
            {
                context.Unloading += static _ => TakeBack();
            }

            ThreadPool.UnsafeQueueUserWorkItem(static _ => Make(), null);
        }
    }

    /// <summary>
    /// Disposes the meter when this assembly's load context unloads. An undisposed meter would stay registered in the base library. The meter's instruments
    /// refer to code of this assembly, so the context could not unload.
    /// </summary>
    private static void TakeBack()
    {
        Meter? meter;
        lock (s_sums)
        {
            s_isUnloading = true;
            meter = s_meter;
        }

        meter?.Dispose();
    }

    [SuppressMessage("Design", "CA1031", Justification = "What a reader throws at the news must not end the process.")]
    private static void Make()
    {
        Meter meter;
        lock (s_sums)
        {
            if (s_isUnloading)
            {
                return;
            }

            s_meter = meter = new Meter(Name, typeof(PoolMeter).Assembly.GetName().Version?.ToString(3));
        }

        var instruments = 0;

        // The instruments are made outside of the lock, because each new instrument notifies readers. If the meter is disposed meanwhile, no reader sees the
        // later instruments.
        try
        {
            var magazines = instruments++;
            meter.CreateObservableUpDownCounter("pooledawait.magazines.size", () => PoolReading.For(s_sums, magazines).BytesOfMagazines, Bytes, "Memory of the boxes that magazines have room for, which PooledAwait.MaximumBytes bounds.");
            meter.CreateObservableGauge("pooledawait.ways", Ways, description: "1 where the base library's own members are in use, 0 where a fallback is.");
            AddKept("idle", Boxes, "Idle boxes in the pools.", static sum => sum.IdleBoxes);
            AddKept("idle.threads", Boxes, "Those of them that threads have for themselves.", static sum => sum.ThreadBoxes);
            AddKept("idle.size", Bytes, "Approximate memory of the idle boxes in the pools.", static sum => sum.IdleBytes);
            AddDone("rented", "Boxes needed by calls that suspend.", static counts => counts.Rented);
            AddDone("returned", "Boxes that calls gave back.", static counts => counts.Returned);
            AddDone("created", "Boxes made because the pool had none: the rented ones that allocated.", static counts => counts.Created);
            AddDone("dropped", "Boxes returned and not kept.", static counts => counts.Dropped);
            AddDone("trimmed", "Idle boxes given up after a garbage collection.", static counts => counts.Trimmed);
        }
        catch
        {
            // Readers can still read the instruments that were made before the exception.
        }

        void AddDone(string name, string description, Func<PoolCounts, long> count)
        {
            var (ofAll, ofMethods) = (instruments++, instruments++);
            meter.CreateObservableCounter(AllMethods + name, () => count(PoolReading.For(s_sums, ofAll).All.Done), Boxes, description);
            meter.CreateObservableCounter(OneMethod + name, () => OfMethods(ofMethods, sum => count(sum.Done)), Boxes, description);
        }

        void AddKept(string name, string unit, string description, Func<PoolSum, long> amount)
        {
            var (ofAll, ofMethods) = (instruments++, instruments++);
            meter.CreateObservableUpDownCounter(AllMethods + name, () => amount(PoolReading.For(s_sums, ofAll).All), unit, description);
            meter.CreateObservableUpDownCounter(OneMethod + name, () => OfMethods(ofMethods, amount), unit, description);
        }
    }

    private static List<Measurement<int>> Ways()
    {
        var measured = new List<Measurement<int>>();
        foreach (var way in Fallback.All)
        {
            if (way.Decided is { } outcome)
            {
                var (name, used) = (new KeyValuePair<string, object?>(WayTag, way.Name), new KeyValuePair<string, object?>(WayTag + ".used", outcome.Used));
                measured.Add(outcome.Reason is { } reason
                    ? new(0, name, used, new(WayTag + ".reason", reason))
                    : new(1, name, used));
            }
        }

        return measured;
    }

    private static Measurement<long>[] OfMethods(int instrument, Func<PoolSum, long> amount)
    {
        var methods = PoolReading.For(s_sums, instrument).Methods;
        var measured = new Measurement<long>[methods.Length];
        for (var i = 0; i < methods.Length; i++)
        {
            measured[i] = new Measurement<long>(amount(methods[i].Sum), new KeyValuePair<string, object?>(MethodTag, methods[i].Name));
        }

        return measured;
    }
}
#endif
