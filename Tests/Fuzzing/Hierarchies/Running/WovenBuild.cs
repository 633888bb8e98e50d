namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>How the assemblies of a batch were compiled and woven.</summary>
/// <param name="IsOptimised">Whether they are a Release build.</param>
/// <param name="Weave">How they were woven.</param>
internal sealed record WovenBuild(bool IsOptimised, Weave Weave)
{
    /// <summary>The first is what the others are held to. In a Debug build state machines are classes, and calls stay as they are: one way of weaving is enough.</summary>
    public static readonly IReadOnlyList<WovenBuild> All =
    [
        .. from isOptimised in new[] { true, false }
           from weave in Enum.GetValues<Weave>()
           where isOptimised || weave is Weave.None or Weave.Together
           select new WovenBuild(isOptimised, weave),
    ];

    public static string NameOf(int assembly) => $"Hierarchies{assembly}";

    /// <summary>Where one of its assemblies is within a batch's folder.</summary>
    public string File(string folder, int assembly) => Path.Combine(folder, ToString(), $"{NameOf(assembly)}.dll");

    public override string ToString() => $"{(IsOptimised ? "Release" : "Debug")}.{Weave}";
}

internal enum Weave
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>Each by its own build.</summary>
    Alone,

    /// <summary>As one program.</summary>
    Together,

    /// <summary>As one program, after each was woven by its own build.</summary>
    AloneThenTogether,
}
