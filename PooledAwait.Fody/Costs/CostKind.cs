namespace PooledAwait.Fody.Costs;

/// <summary>
/// A kind of calls whose objects no rewrite removes, because any code may keep what the call returns. The set is closed, like the set of reasons. Each kind says what people
/// do instead.
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
        "It creates a CancellationTokenSource that is linked to other tokens.",
        "If nothing else cancels, pass the caller's token on. If you only add a timeout, keep one source for calls that follow each other: register its Cancel with the caller's token, call CancelAfter, and call TryReset when the call is done.");

    public static readonly CostKind Source = new(
        "cancellation-source",
        "It creates a CancellationTokenSource.",
        "Keep one source for calls that follow each other: after TryReset you can use it again, unless it was cancelled.");

    public static readonly CostKind Timeout = new(
        "timeout",
        "It cancels a CancellationTokenSource after a time. The source creates a timer for that, once.",
        "Keep the source: after TryReset, CancelAfter uses the same timer again. If timeouts need not be exact, one timer can watch all waiting calls.");

    public static readonly CostKind Registration = new(
        "registration",
        "It registers code with a CancellationToken.",
        "Dispose of the registration, so that the source can use its object again. Pass what the code needs as its state.");

    public static readonly CostKind Timer = new(
        "timer",
        "It creates a timer.",
        "Create it once and set it again: a Timer by Change, a PeriodicTimer by Period.");

    public static readonly CostKind Delay = new(
        "delay",
        "It creates a task that completes after a time.",
        "In a loop, await a PeriodicTimer. For timeouts, one timer can watch all waiting calls.");

    public static readonly CostKind Wait = new(
        "wait-with-timeout",
        "It creates a second task, which completes when the first one does, a time is over or a token is cancelled.",
        "Pass a token to the method that returns the first task. For a timeout, take the token of a source that CancelAfter cancels.");

    public static readonly CostKind CompletionSource = new(
        "completion-source",
        "It creates a TaskCompletionSource and its task.",
        "If one caller awaits it once, you can use an object with a ManualResetValueTaskSourceCore again and again. A Channel does this for you.");

    public static readonly CostKind Override = new(
        "override",
        "It awaits a virtual method of another assembly, which an async method of this assembly overrides. The weaver leaves this call alone, so the override makes its task.",
        "If an overload returns a ValueTask, as ReadAsync and WriteAsync of a Stream do with a Memory, override that one too, and await it.");

    /// <summary>All kinds.</summary>
    public static IReadOnlyList<CostKind> All { get; } = [LinkedSource, Source, Timeout, Registration, Timer, Delay, Wait, CompletionSource, Override];

    /// <summary>Stable and short, in kebab case.</summary>
    public string Id { get; }

    /// <summary>What the call does, for the user.</summary>
    public string Sentence { get; }

    /// <summary>What people do instead.</summary>
    public string Advice { get; }

    public override string ToString() => Id;
}
