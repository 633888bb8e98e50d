namespace Tests.Compilation;

/// <summary>How the fixtures are compiled: for which framework, and as which configuration of a build.</summary>
/// <param name="Framework">The target framework's moniker.</param>
/// <param name="Optimised">True: machines are structs, as in a Release build. False: they are classes.</param>
public sealed record Shape(string Framework, bool Optimised)
{
    public static readonly Shape Release = new("net10.0", true);
    public static readonly Shape Debug = new("net10.0", false);
    public static readonly Shape StandardRelease = new("netstandard2.0", true);
    public static readonly Shape StandardDebug = new("netstandard2.0", false);

    public static readonly IReadOnlyList<Shape> All = [Release, Debug, StandardRelease, StandardDebug];

    /// <summary>The symbols that the fixtures' conditional parts ask for, as the SDK defines them.</summary>
    public IReadOnlyList<string> Symbols => Framework == "net10.0" ? ["NET", "NET8_0_OR_GREATER"] : ["NETSTANDARD"];

    public override string ToString() => $"{Framework}-{(Optimised ? "Release" : "Debug")}";
}
