namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>How a batch's assemblies were compiled and woven.</summary>
/// <param name="IsOptimised">Whether they are a Release build.</param>
/// <param name="Weave">How they were woven.</param>
internal sealed record WovenBuild(bool IsOptimised, Weave Weave)
{
    /// <summary>All builds. Each is compared with the first. In Debug, machines are classes, so no call goes to a twin, and one way is enough.</summary>
    public static readonly IReadOnlyList<WovenBuild> All =
    [
        .. from isOptimised in new[] { true, false }
           from weave in Enum.GetValues<Weave>()
           where isOptimised || weave is Weave.None or Weave.Together
           select new WovenBuild(isOptimised, weave),
    ];

    public static string NameOf(int assembly) => $"Hierarchies{assembly}";

    /// <summary>The path of one of its assemblies in a batch's folder.</summary>
    public string File(string folder, int assembly) => Path.Combine(folder, ToString(), $"{NameOf(assembly)}.dll");

    public override string ToString() => $"{(IsOptimised ? "Release" : "Debug")}.{Weave}";
}

internal enum Weave
{
    /// <summary>Not at all.</summary>
    None,

    /// <summary>Each assembly by its own build.</summary>
    Alone,

    /// <summary>All assemblies together, as one program.</summary>
    Together,

    /// <summary>As one program, after each assembly was woven by its own build.</summary>
    AloneThenTogether,
}
