using Microsoft.CodeAnalysis.CSharp;

namespace Tests.Compilation;

/// <summary>A way to compile the fixtures: the framework and the build configuration.</summary>
/// <param name="Framework">The target framework's moniker.</param>
/// <param name="Optimised">True for a Release build, whose state machines are structs. False for a Debug build, whose state machines are classes.</param>
public sealed record Shape(string Framework, bool Optimised)
{
    public static readonly Shape Release = new(References.Current, true);
    public static readonly Shape Debug = new(References.Current, false);
    public static readonly Shape StandardRelease = new("netstandard2.0", true);
    public static readonly Shape StandardDebug = new("netstandard2.0", false);

    public static readonly IReadOnlyList<Shape> All = [Release, Debug, StandardRelease, StandardDebug];

    /// <summary>
    /// The shapes for the WhenAny fixtures. Together, they contain all forms of WhenAny calls that compilers emit. Since C# 13, a params parameter can be a
    /// span. .NET 10 contains the buffers for these spans; for .NET 9 the compiler adds them to every assembly. netstandard2.0 has no spans, so later compilers
    /// emit the same code as C# 12.
    /// </summary>
    public static readonly IReadOnlyList<Shape> OfWhenAny =
    [
        .. from language in new[] { LanguageVersion.CSharp12, LanguageVersion.CSharp13 }
           from shape in language == LanguageVersion.CSharp12 ? All : [Release, Debug, new("net9.0", true), new("net9.0", false)]
           select shape with { Language = language, Fixtures = "WhenAny" },
    ];

    /// <summary>The C# version for parsing the fixtures.</summary>
    public LanguageVersion Language { get; init; } = LanguageVersion.Latest;

    /// <summary>Only fixtures whose names start with this text are compiled. By default, the text is empty. Supporting files are always compiled.</summary>
    public string Fixtures { get; init; } = "";

    /// <summary>A statement for the start of every async body (see <c>Amplifier</c>); empty for none.</summary>
    public string FirstAwait { get; init; } = "";

    /// <summary>The SDK's preprocessor symbols on which the fixtures' sources depend.</summary>
    public IReadOnlyList<string> Symbols => Framework == "netstandard2.0" ? ["NETSTANDARD"] : ["NET", "NET8_0_OR_GREATER"];

    public override string ToString() =>
        $"{Framework}-{(Optimised ? "Release" : "Debug")}{(Language == LanguageVersion.Latest ? "" : $"-{Language}")}{(FirstAwait.Length == 0 ? "" : "-amplified")}";
}
