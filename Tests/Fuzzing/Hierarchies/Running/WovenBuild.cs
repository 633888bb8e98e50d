namespace Tests.Fuzzing.Hierarchies.Running;

/// <summary>How a batch's assemblies were compiled and woven.</summary>
/// <param name="IsOptimised">Whether the assemblies are a Release build.</param>
/// <param name="Weave">How the assemblies were woven.</param>
internal sealed record WovenBuild(bool IsOptimised, Weave Weave)
{
    /// <summary>
    /// All builds. Every build is compared with the first one. In Debug, state machines are classes, so no call goes to a twin. So for Debug, one way of
    /// weaving is enough.
    /// </summary>
    public static readonly IReadOnlyList<WovenBuild> All =
    [
        .. from isOptimised in new[] { true, false }
           from weave in Enum.GetValues<Weave>()
           where isOptimised || weave is Weave.None or Weave.Together
           select new WovenBuild(isOptimised, weave),
    ];

    public static string NameOf(int assembly) => $"Hierarchies{assembly}";

    /// <summary>Returns the path of one of the build's assemblies in a batch's folder.</summary>
    public string File(string folder, int assembly) => Path.Combine(folder, ToString(), $"{NameOf(assembly)}.dll");

    public override string ToString() => $"{(IsOptimised ? "Release" : "Debug")}.{Weave}";
}

internal enum Weave
{
    /// <summary>The assemblies are not woven.</summary>
    None,

    /// <summary>Each assembly is woven by its own build.</summary>
    Alone,

    /// <summary>All assemblies are woven together, as one program.</summary>
    Together,

    /// <summary>Each assembly is woven by its own build, and then all assemblies are woven together, as one program.</summary>
    AloneThenTogether,
}
