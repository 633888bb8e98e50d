using System.Runtime.CompilerServices;

namespace Tests.Packaging;

/// <summary>The folder that all projects are in.</summary>
internal static class Repository
{
    /// <summary>In which configuration the tests are built, and with them the samples that they run.</summary>
#if DEBUG
    public const string Configuration = "Debug";
#else
    public const string Configuration = "Release";
#endif

    public static string Root { get; } = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", ".."));

    public static string PathOf(params string[] parts) => Path.Combine([Root, .. parts]);

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
