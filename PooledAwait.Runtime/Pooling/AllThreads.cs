namespace PooledAwait.Runtime;

/// <summary>
/// Trims the idle boxes of all threads, and sums the threads' counts of boxes. Each thread has its boxes and counts in <see cref="ThreadSlots"/>.
/// </summary>
/// <remarks>
/// The list of all threads' slots contains weak references, which still lead to the slots while the finalizer of the slots runs. That finalizer passes the
/// counts of the slots on to the pools. The lock guards the list and the counts. The lock also keeps the trimmer away from slots that are being finalized. Code
/// under the lock calls no foreign code.
/// </remarks>
internal static class AllThreads
{
    private static readonly List<WeakReference<ThreadSlots>> s_slots = [];

    /// <summary>Adds a weak reference to a thread's slots to the list.</summary>
    public static void Register(ThreadSlots slots)
    {
        var reference = new WeakReference<ThreadSlots>(slots, trackResurrection: true);
        var isTaken = false;
        try
        {
            UninterruptedLock.Enter(s_slots, ref isTaken);
            s_slots.Add(reference);
        }
        finally
        {
            UninterruptedLock.Exit(s_slots, isTaken);
        }

#if NET8_0_OR_GREATER
        PoolMeter.Show();
#endif
    }

    /// <summary>Adds the counts of an ended thread to the counts of the pools. Leaves the thread's boxes to the garbage collector. Allocates nothing.</summary>
    public static void Unregister(ThreadSlots slots)
    {
        lock (s_slots)
        {
            for (var i = s_slots.Count - 1; i >= 0; i--)
            {
                if (!s_slots[i].TryGetTarget(out var target) || target == slots)
                {
                    s_slots.RemoveAt(i);
                }
            }

            slots.TrimSlots(everything: true);
            slots.PassCountsOn();
        }
    }

    /// <summary>For each given pool, sums the counts of all threads, including threads that have ended.</summary>
    /// <returns>A sum for each pool, in the order of the pools.</returns>
    public static PoolCounts[] ReadCounts(List<Depot> depots)
    {
        var counts = new PoolCounts[depots.Count];
        lock (s_slots)
        {
            for (var i = 0; i < counts.Length; i++)
            {
                counts[i] = depots[i].EndedCounts;
            }

            foreach (var reference in s_slots)
            {
                if (reference.TryGetTarget(out var slots))
                {
                    for (var i = 0; i < counts.Length; i++)
                    {
                        counts[i] += slots.ReadCounts(depots[i]);
                    }
                }
            }
        }

        return counts;
    }

    /// <summary>Sums the counts in the same way as <see cref="ReadCounts"/>, but stores the sums in the pools. Allocates nothing.</summary>
    public static void SumCounts(List<WeakReference<Depot>> depots)
    {
        lock (s_slots)
        {
            foreach (var reference in depots)
            {
                if (reference.TryGetTarget(out var depot))
                {
                    depot.BeginSum();
                }
            }

            foreach (var reference in s_slots)
            {
                if (reference.TryGetTarget(out var slots))
                {
                    slots.AddToSums();
                }
            }
        }
    }

    /// <summary>Does the first step of a trim: sends a request to each thread, or seizes the thread's slots.</summary>
    /// <inheritdoc cref="ThreadSlots.Request" path="/param"/>
    /// <returns>True if any slots are seized. Then the trim needs its last step, after a process-wide barrier.</returns>
    public static bool RequestTrim(bool everything)
    {
        var anySeized = false;
        lock (s_slots)
        {
            foreach (var reference in s_slots)
            {
                anySeized |= reference.TryGetTarget(out var slots) && slots.Request(everything);
            }
        }

        return anySeized;
    }

    /// <summary>
    /// Does the last step of a trim: empties the seized slots that their threads are not using. If a thread has ended since the first step, its slots are empty
    /// and no longer in the list.
    /// </summary>
    /// <inheritdoc cref="ThreadSlots.Request" path="/param"/>
    public static void TrimSeized(bool everything)
    {
        lock (s_slots)
        {
            foreach (var reference in s_slots)
            {
                if (reference.TryGetTarget(out var slots))
                {
                    slots.TrimSeized(everything);
                }
            }
        }
    }
}
