namespace Tests.Fuzzing.Generating;

/// <summary>The features that a program may use. They are drawn before everything else.</summary>
/// <param name="Races">Whether it calls <c>Task.WhenAny</c>.</param>
/// <param name="Contexts">Whether some of its steps run under contexts and schedulers.</param>
/// <param name="Shared">Whether several methods may await the same task.</param>
internal sealed record Profile(bool Races, bool Contexts, bool Shared)
{
    /// <summary>
    /// Whether everything must happen in the same order. If a WhenAny waits for tasks that end in a context, or that others await, nothing depends on the order within a step, and the
    /// order is not compared.
    /// </summary>
    public bool IsOrdered => !Races || (!Contexts && !Shared);

    public static Profile Of(Draw draw) => new(Races: draw.Below(10) < 6, Contexts: draw.OneIn(2), Shared: draw.OneIn(2));
}
