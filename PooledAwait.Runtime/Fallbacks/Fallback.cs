using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Runtime;

/// <summary>
/// A feature of this library that works in two ways. The best way usually uses internal members of the base library, and the fallback uses public
/// members. With the fallback, programs behave the same, but allocate differently. The meter reports the way in use, and an event reports each
/// fallback (<c>PoolMeter</c>, <c>FallbackEvents</c>).
/// </summary>
/// <remarks>
/// The way is chosen once, usually at the first use of the feature, by the static constructor of the class that needs the choice. A static constructor must
/// run no foreign code. Event listeners are foreign code, so a work item reports a fallback to them. <see cref="Decided"/> is null before the choice. Reading
/// that property does not make the choice.
/// </remarks>
internal sealed class Fallback
{
    /// <summary>The resumption of suspended calls.</summary>
    public static readonly Fallback Boxes = new("boxes", "base-library", "delegates");

    /// <summary>
    /// The continuations of a ValueTask, if a TaskScheduler other than the default one is current at the await, or if the thread that completes the ValueTask
    /// is running a task.
    /// </summary>
    public static readonly Fallback Continuations = new("continuations", "base-library", "tasks");

    /// <summary>The wait for the first of several tasks.</summary>
    public static readonly Fallback WhenAny = new("when-any", "specialised", "base-library");

    /// <summary>The awaits with a time: Task.Delay, WaitAsync, and WhenAny with a Delay.</summary>
    public static readonly Fallback TimedWaits = new("timed-waits", "pooled", "base-library");

    /// <summary>
    /// The proof that a stopped timer will not run its callback any more. The way is decided some milliseconds after the first timer was made.
    /// </summary>
    public static readonly Fallback Timers = new("timers", "exact", "clock");

    /// <summary>
    /// The tasks for callers that misuse a ValueTask. The best way makes a task only for a pooled call. The fallback makes a task for every call that has not
    /// succeeded at once.
    /// </summary>
    public static readonly Fallback OwnTasks = new("own-tasks", "pooled-calls", "all-calls");

    /// <summary>The reuse of boxes. The way is decided only if a switch turns the reuse off.</summary>
    public static readonly Fallback Pools = new("pools", "boxes-again", "fresh-boxes");

    /// <summary>The checks for code that uses a box without owning it. The way is decided only if a switch turns the checks on.</summary>
    public static readonly Fallback Checks = new("checks", "on", "off");

    private readonly string _best;
    private readonly string _fallback;
    private volatile Outcome? _outcome;

    private Fallback(string name, string best, string fallback)
    {
        Name = name;
        _best = best;
        _fallback = fallback;
    }

    public static IReadOnlyList<Fallback> All { get; } = [Boxes, Continuations, WhenAny, TimedWaits, Timers, OwnTasks, Pools, Checks];

    public string Name { get; }

    /// <summary>The decision; null while there is none.</summary>
    public Outcome? Decided => _outcome;

    /// <summary>Selects the best way if a test passes, and the fallback otherwise.</summary>
    /// <param name="works">The test. It returns true if the base library behaves as expected.</param>
    /// <param name="offSwitch">The switch that selects the fallback without a test; null if there is no switch.</param>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, the answer is not to use it.")]
    public bool Decide(Func<bool> works, string? offSwitch = null)
    {
        if (offSwitch is not null && Setting.IsOn(offSwitch, out var detail))
        {
            return FallBack("switched-off", detail!);
        }

        try
        {
            if (!works())
            {
                return FallBack("self-test", "The base library's members do not behave as expected.");
            }
        }
        catch (Exception exception)
        {
            return FallBack(exception is TypeLoadException or MissingMemberException ? "missing" : "self-test", $"{exception.GetType().Name}: {exception.Message}");
        }

        _outcome = new Outcome(_best, null, null);
        return true;
    }

    /// <summary>Selects the fallback, and always returns false. From .NET 8 on, a work item reports the fallback.</summary>
    /// <param name="reason">The reason as a single word, for the meter.</param>
    /// <param name="detail">The reason as a sentence for people.</param>
    public bool FallBack(string reason, string detail)
    {
        _outcome = new Outcome(_fallback, reason, detail);
#if NET8_0_OR_GREATER
        ThreadPool.UnsafeQueueUserWorkItem(static way => FallbackEvents.Write(way), this, preferLocal: false);
#endif
        return false;
    }

    /// <param name="used">The way in use.</param>
    /// <param name="reason">The reason for the fallback; null if the best way is in use.</param>
    /// <param name="detail">The reason as a sentence for people.</param>
    internal sealed class Outcome(string used, string? reason, string? detail)
    {
        private int _isTold;

        public string Used => used;

        public string? Reason => reason;

        public string? Detail => detail;

        /// <returns>False if the fallback was reported before.</returns>
        public bool TryTell() => Interlocked.Exchange(ref _isTold, 1) == 0;
    }
}
