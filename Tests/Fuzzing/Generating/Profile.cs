namespace Tests.Fuzzing.Generating;

/// <summary>The features that a program may use. They are drawn before everything else.</summary>
/// <param name="Races">Whether it calls <c>Task.WhenAny</c>.</param>
/// <param name="Contexts">Whether some of its steps run under contexts and schedulers.</param>
/// <param name="Shared">Whether several methods may await the same task.</param>
internal sealed record Profile(bool Races, bool Contexts, bool Shared)
{
    /// <summary>
    /// Whether the order within each step is compared. It is not if a WhenAny may wait for tasks that end in a context or that other code awaits too. Then
    /// another winner may be equally correct, so nothing in the program depends on that order.
    /// </summary>
    public bool IsOrdered => !Races || (!Contexts && !Shared);

    public static Profile Of(Draw draw) => new(Races: draw.Below(10) < 6, Contexts: draw.OneIn(2), Shared: draw.OneIn(2));
}
