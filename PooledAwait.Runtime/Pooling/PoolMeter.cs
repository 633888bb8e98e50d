#if NET8_0_OR_GREATER
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Metrics;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>
/// The Meter <c>PooledAwait</c>: what the pools have done since the program started, over all methods and for each, for <c>dotnet-counters</c>,
/// OpenTelemetry and every other reader.
/// </summary>
/// <remarks>
/// <para>
/// <b>Cost.</b> Nobody who rents or returns comes here. The numbers are those that each thread's slots keep anyway (see
/// <see cref="ThreadSlots"/>), and are summed when somebody reads. Until then nothing is kept but the meter and its ten instruments.
/// </para>
/// <para>
/// <b>No deadlock.</b> Readers are told of new instruments by the thread that makes them, and may be user code that calls woven methods. So a work
/// item makes them, which holds no lock and stands in no constructor for which such a call would wait; nor has it any AsyncLocal values of the call
/// that was the first.
/// </para>
/// <para>
/// <b>Two sets of instruments.</b> Readers bound how many values of a tag they keep, often to one or two thousand; programs have more methods than
/// that. So the sums over all methods are instruments of their own.
/// </para>
/// <para>
/// The reference assemblies of netstandard2.0 have no meters: that build has none.
/// </para>
/// </remarks>
internal static class PoolMeter
{
    private const string Name = "PooledAwait";

    /// <summary>The tag of a method: what OpenTelemetry's conventions call a function's full name.</summary>
    private const string MethodTag = "code.function.name";

    private static readonly PoolSums s_sums = new();

    private static int s_isMade;

    /// <summary>Written under the lock of <see cref="s_sums"/>, as the field below.</summary>
    private static Meter? s_meter;

    private static bool s_isUnloading;

    /// <summary>Has the meter made, once; called whenever a thread uses a pool for the first time.</summary>
    public static void Show()
    {
        if (s_isMade == 0 && Interlocked.Exchange(ref s_isMade, 1) == 0)
        {
            if (AssemblyLoadContext.GetLoadContext(typeof(PoolMeter).Assembly) is { IsCollectible: true } context)
            {
                context.Unloading += static _ => TakeBack();
            }

            ThreadPool.UnsafeQueueUserWorkItem(static _ => Make(), null);
        }
    }

    /// <summary>The base library keeps every meter until it is disposed, and a meter's instruments refer to the code here.</summary>
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

        // Not under the lock: readers are told of each. Where the meter is taken back meanwhile, an instrument that is yet to come is shown to nobody.
        try
        {
            Add("rented", "Boxes needed by calls that suspend.", static counts => counts.Rented);
            Add("returned", "Boxes that calls had no further use for.", static counts => counts.Returned);
            Add("created", "Boxes made because the pool had none: the rented ones that allocated.", static counts => counts.Created);
            Add("dropped", "Boxes returned and not kept.", static counts => counts.Dropped);
            Add("trimmed", "Idle boxes given up after a garbage collection.", static counts => counts.Trimmed);
        }
        catch
        {
            // The instruments that are there can be read.
        }

        void Add(string name, string description, Func<PoolCounts, long> count)
        {
            const string Unit = "{box}";
            meter.CreateObservableCounter<long>($"pooledawait.boxes.{name}", () => count(s_sums.ReadAll()), Unit, description);
            meter.CreateObservableCounter<long>(
                $"pooledawait.method.boxes.{name}",
                () => s_sums.ReadMethods().ConvertAll(method =>
                    new Measurement<long>(count(method.Counts), new KeyValuePair<string, object?>(MethodTag, method.Name))),
                Unit,
                description);
        }
    }
}
#endif
