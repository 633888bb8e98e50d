namespace Tests.Fuzzing.Running;

/// <summary>One of the four assemblies that are built from a batch of programs.</summary>
/// <param name="IsOptimised">Whether the assembly is a Release build.</param>
/// <param name="IsWoven">Whether the assembly was woven.</param>
internal sealed record Build(bool IsOptimised, bool IsWoven)
{
    public const string AssemblyName = "Programs";

    public static readonly IReadOnlyList<Build> All = [new(false, false), new(false, true), new(true, false), new(true, true)];

    /// <summary>Returns the assembly's path in a batch's folder.</summary>
    public string File(string folder) => Path.Combine(folder, ToString(), AssemblyName + ".dll");

    public override string ToString() => (IsOptimised ? "Release" : "Debug") + (IsWoven ? ".Woven" : "");
}
