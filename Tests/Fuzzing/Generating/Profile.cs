namespace Tests.Fuzzing.Generating;

/// <summary>The features that a program may use. The generator draws them before it draws the code.</summary>
/// <param name="Races">Whether the program may call <c>Task.WhenAny</c>.</param>
/// <param name="Contexts">Whether the program's steps may run under contexts and schedulers.</param>
/// <param name="Shared">Whether several methods may await the same task.</param>
internal sealed record Profile(bool Races, bool Contexts, bool Shared)
{
    /// <summary>
    /// Whether the order of events within each step of the program's script is compared. In some programs, a WhenAny may wait for tasks that end in a context,
    /// or that other code also awaits. More than one winner can then be correct. So in these programs the order is not compared, and the generated code does
    /// not depend on it.
    /// </summary>
    public bool IsOrdered => !Races || (!Contexts && !Shared);

    public static Profile Of(Draw draw) => new(Races: draw.Below(10) < 6, Contexts: draw.OneIn(2), Shared: draw.OneIn(2));
}
