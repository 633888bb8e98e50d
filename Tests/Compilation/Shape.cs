using Microsoft.CodeAnalysis.CSharp;

namespace Tests.Compilation;

/// <summary>How the fixtures are compiled: for which framework, and as which configuration of a build.</summary>
/// <param name="Framework">The target framework's moniker.</param>
/// <param name="Optimised">True: machines are structs, as in a Release build. False: they are classes.</param>
public sealed record Shape(string Framework, bool Optimised)
{
    public static readonly Shape Release = new(References.Current, true);
    public static readonly Shape Debug = new(References.Current, false);
    public static readonly Shape StandardRelease = new("netstandard2.0", true);
    public static readonly Shape StandardDebug = new("netstandard2.0", false);

    public static readonly IReadOnlyList<Shape> All = [Release, Debug, StandardRelease, StandardDebug];

    /// <summary>
    /// The fixtures of WhenAny in the other forms that compilers give its calls: C# 13 brought spans as parameter arrays, and .NET 10 the buffers that
    /// these are over, which for .NET 9 every assembly brings itself. On netstandard2.0, which has no spans, later versions emit what C# 12 does.
    /// </summary>
    public static readonly IReadOnlyList<Shape> OfWhenAny =
    [
        .. from language in new[] { LanguageVersion.CSharp12, LanguageVersion.CSharp13 }
           from shape in language == LanguageVersion.CSharp12 ? All : [Release, Debug, new("net9.0", true), new("net9.0", false)]
           select shape with { Language = language, Fixtures = "WhenAny" },
    ];

    /// <summary>The version of C# that the fixtures are read as.</summary>
    public LanguageVersion Language { get; init; } = LanguageVersion.Latest;

    /// <summary>How the names of the fixtures begin that are compiled; all by default. What supports them always is.</summary>
    public string Fixtures { get; init; } = "";

    /// <summary>The statement that every async body begins with beside its own, see <c>Amplifier</c>; none by default.</summary>
    public string FirstAwait { get; init; } = "";

    /// <summary>The symbols that the fixtures' conditional parts ask for, as the SDK defines them.</summary>
    public IReadOnlyList<string> Symbols => Framework == "netstandard2.0" ? ["NETSTANDARD"] : ["NET", "NET8_0_OR_GREATER"];

    public override string ToString() =>
        $"{Framework}-{(Optimised ? "Release" : "Debug")}{(Language == LanguageVersion.Latest ? "" : $"-{Language}")}{(FirstAwait.Length == 0 ? "" : "-amplified")}";
}
