namespace PooledAwait.Fody.Costs;

/// <summary>
/// Why a call makes objects that no rewrite takes away: anybody may see what it returns, for as long as they like. The set is closed, as that of the reasons is; each has what
/// people do instead.
/// </summary>
internal sealed class CostKind
{
    /// <summary>Where the documentation explains all of them.</summary>
    public const string Page = "https://github.com/PooledAwait/PooledAwait.Fody/blob/main/docs/report.md#beyond-weaving";

    private CostKind(string id, string sentence, string advice)
    {
        Id = id;
        Sentence = sentence;
        Advice = advice;
    }

    public static readonly CostKind LinkedSource = new(
        "linked-source",
        "It links a new CancellationTokenSource with the tokens of others.",
        "Pass the caller's token on where nothing else cancels. Where only a timeout is added, keep one source for calls that follow each other: register its Cancel with the caller's token, CancelAfter, and TryReset when the call is done.");

    public static readonly CostKind Source = new(
        "cancellation-source",
        "It makes a CancellationTokenSource.",
        "Keep one for calls that follow each other: TryReset makes it as new, unless it was cancelled.");

    public static readonly CostKind Timeout = new(
        "timeout",
        "It cancels a CancellationTokenSource after a time, for which the source makes a timer once.",
        "Keep the source: after TryReset, CancelAfter sets the same timer anew. Where timeouts need not be exact, one timer can look after all calls that wait.");

    public static readonly CostKind Registration = new(
        "registration",
        "It registers code with a CancellationToken.",
        "Dispose of the registration: the source uses its object again. Pass what the code needs as its state.");

    public static readonly CostKind Timer = new(
        "timer",
        "It makes a timer.",
        "Make it once and set it anew: Change of a Timer, Period of a PeriodicTimer.");

    public static readonly CostKind Delay = new(
        "delay",
        "It makes a task that completes after a time.",
        "In a loop, await a PeriodicTimer. For timeouts, let one timer look after all calls that wait.");

    public static readonly CostKind Wait = new(
        "wait-with-timeout",
        "It waits for a task until a time is over or a token is cancelled, by a task of its own.",
        "Pass the token to what makes the task, and let it be that of a source with a timeout.");

    public static readonly CostKind CompletionSource = new(
        "completion-source",
        "It makes a TaskCompletionSource and its task.",
        "Where one caller awaits it once, an object with a ManualResetValueTaskSourceCore can be used again and again. A Channel has such objects of its own.");

    public static readonly CostKind Override = new(
        "override",
        "It awaits a virtual method of another assembly that an async method of this one overrides: no other method can be added there, so its task is made.",
        "Where there is an overload that returns a ValueTask, as ReadAsync and WriteAsync of a Stream have with a Memory, override that one as well, and await it.");

    /// <summary>All of them.</summary>
    public static IReadOnlyList<CostKind> All { get; } = [LinkedSource, Source, Timeout, Registration, Timer, Delay, Wait, CompletionSource, Override];

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>What such a call does, in one sentence.</summary>
    public string Sentence { get; }

    /// <summary>What people do instead.</summary>
    public string Advice { get; }

    public override string ToString() => Id;
}
