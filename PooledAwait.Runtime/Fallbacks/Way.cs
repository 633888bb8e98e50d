using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Runtime;

/// <summary>
/// Something that is done by members that the base library keeps to itself, or, where they are missing or do anything else, by public ones alone: what the program does is the same, what it
/// allocates is not. The Meter and an event say which it is (<c>PoolMeter</c>, <c>FallbackEvents</c>).
/// </summary>
/// <remarks>
/// Decided once, by the static constructor of who needs it, at its first use. So it runs nobody else's code there, and tells by a work item. Who reads decides nothing: what was not yet needed is
/// not yet known.
/// </remarks>
internal sealed class Way
{
    /// <summary>How a suspended call is resumed.</summary>
    public static readonly Way Boxes = new("boxes", "base-library", "delegates");

    /// <summary>How a ValueTask is completed under a TaskScheduler, or by a thread that is running a task.</summary>
    public static readonly Way Continuations = new("continuations", "base-library", "tasks");

    /// <summary>What waits for the first of several tasks.</summary>
    public static readonly Way WhenAny = new("when-any", "specialised", "base-library");

    /// <summary>Which calls of a caller that misuses a ValueTask get a task of their own.</summary>
    public static readonly Way OwnTasks = new("own-tasks", "pooled-calls", "all-calls");

    /// <summary>Whether boxes are used again; decided where a switch says that they are not.</summary>
    public static readonly Way Pools = new("pools", "boxes-again", "fresh-boxes");

    /// <summary>Whether somebody notices who uses a box that is not theirs; decided where a switch asks for it.</summary>
    public static readonly Way Checks = new("checks", "on", "off");

    private readonly string _best;
    private readonly string _fallback;
    private volatile Outcome? _outcome;

    private Way(string name, string best, string fallback)
    {
        Name = name;
        _best = best;
        _fallback = fallback;
    }

    /// <summary>All that there are.</summary>
    public static IReadOnlyList<Way> All { get; } = [Boxes, Continuations, WhenAny, OwnTasks, Pools, Checks];

    /// <summary>What it is about.</summary>
    public string Name { get; }

    /// <summary>What was decided; null while nobody has needed it.</summary>
    public Outcome? Decided => _outcome;

    /// <summary>Decides by a test.</summary>
    /// <param name="works">Whether the base library does as it is expected to.</param>
    /// <param name="offSwitch">The switch that decides against it.</param>
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

    /// <summary>Decides against it.</summary>
    /// <param name="reason">One of a few words, for the meter.</param>
    /// <param name="detail">The same for people.</param>
    public bool FallBack(string reason, string detail)
    {
        _outcome = new Outcome(_fallback, reason, detail);
#if NET8_0_OR_GREATER
        ThreadPool.UnsafeQueueUserWorkItem(static way => FallbackEvents.Tell(way), this, preferLocal: false);
#endif
        return false;
    }

    /// <param name="used">What is done.</param>
    /// <param name="reason">Why it is the fallback; null where it is not.</param>
    /// <param name="detail">The same for people.</param>
    internal sealed class Outcome(string used, string? reason, string? detail)
    {
        private int _isTold;

        public string Used => used;

        public string? Reason => reason;

        public string? Detail => detail;

        /// <returns>False where it was told before.</returns>
        public bool TryTell() => Interlocked.Exchange(ref _isTold, 1) == 0;
    }
}
