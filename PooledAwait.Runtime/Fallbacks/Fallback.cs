using System.Diagnostics.CodeAnalysis;

namespace PooledAwait.Runtime;

/// <summary>
/// Something that this library does with internal members of the base library. If they are missing or do anything else, it uses only public members. Then the program does the same, but
/// allocates differently. The Meter and an event say which of the two is in use (<c>PoolMeter</c>, <c>FallbackEvents</c>).
/// </summary>
/// <remarks>
/// Decided once, by the static constructor of the class that needs it, at its first use. So the decision runs no code of others there, and a work item reports it. Reading decides nothing: a way that was not yet needed is
/// not yet known.
/// </remarks>
internal sealed class Fallback
{
    /// <summary>How a suspended call is resumed.</summary>
    public static readonly Fallback Boxes = new("boxes", "base-library", "delegates");

    /// <summary>How a ValueTask is completed under a TaskScheduler, or by a thread that is running a task.</summary>
    public static readonly Fallback Continuations = new("continuations", "base-library", "tasks");

    /// <summary>What waits for the first of several tasks.</summary>
    public static readonly Fallback WhenAny = new("when-any", "specialised", "base-library");

    /// <summary>Which calls of a caller that misuses a ValueTask get a task of their own.</summary>
    public static readonly Fallback OwnTasks = new("own-tasks", "pooled-calls", "all-calls");

    /// <summary>Whether boxes are used again; decided only if a switch says that they are not.</summary>
    public static readonly Fallback Pools = new("pools", "boxes-again", "fresh-boxes");

    /// <summary>Whether the library notices code that uses a box that does not belong to it; decided only if a switch asks for it.</summary>
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

    /// <summary>All ways.</summary>
    public static IReadOnlyList<Fallback> All { get; } = [Boxes, Continuations, WhenAny, OwnTasks, Pools, Checks];

    /// <summary>The name of the way.</summary>
    public string Name { get; }

    /// <summary>What was decided; null while nobody has needed it.</summary>
    public Outcome? Decided => _outcome;

    /// <summary>Decides by a test.</summary>
    /// <param name="works">Whether the base library behaves as expected.</param>
    /// <param name="offSwitch">The switch that decides for the fallback.</param>
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

    /// <summary>Decides for the fallback.</summary>
    /// <param name="reason">One of a few words, for the meter.</param>
    /// <param name="detail">The reason as a sentence for people.</param>
    public bool FallBack(string reason, string detail)
    {
        _outcome = new Outcome(_fallback, reason, detail);
#if NET8_0_OR_GREATER
        ThreadPool.UnsafeQueueUserWorkItem(static way => FallbackEvents.Write(way), this, preferLocal: false);
#endif
        return false;
    }

    /// <param name="used">What is used.</param>
    /// <param name="reason">Why it is the fallback; null if it is not.</param>
    /// <param name="detail">The reason as a sentence for people.</param>
    internal sealed class Outcome(string used, string? reason, string? detail)
    {
        private int _isTold;

        public string Used => used;

        public string? Reason => reason;

        public string? Detail => detail;

        /// <returns>False if it was reported before.</returns>
        public bool TryTell() => Interlocked.Exchange(ref _isTold, 1) == 0;
    }
}
