namespace Tests.Fuzzing.Generating;

/// <summary>What a program may do, drawn before anything of it.</summary>
/// <param name="Races">It calls <c>Task.WhenAny</c>.</param>
/// <param name="Contexts">Its steps run under contexts and schedulers too.</param>
/// <param name="Shared">Several may await one task.</param>
internal sealed record Profile(bool Races, bool Contexts, bool Shared)
{
    /// <summary>
    /// Whether everything must happen in the same order. Where the thread that completes a task has a context or a scheduler of its own, or
    /// others await that task, a WhenAny may complete a moment later (README, "What you may observe", 4): then nothing in the program depends on
    /// the order within a step, and it is not compared.
    /// </summary>
    public bool IsOrdered => !Races || (!Contexts && !Shared);

    public static Profile Of(Draw draw) => new(Races: draw.Below(10) < 6, Contexts: draw.OneIn(2), Shared: draw.OneIn(2));
}
