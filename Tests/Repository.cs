using System.Runtime.CompilerServices;
using System.Xml.Linq;

namespace Tests;

/// <summary>Finds the files of the repository in which the tests were compiled.</summary>
internal static class Repository
{
    /// <summary>The configuration of the tests, and of the samples that they run.</summary>
#if DEBUG
    public const string Configuration = "Debug";
#else
    public const string Configuration = "Release";
#endif

    public static string Root { get; } = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, ".."));

    /// <summary>The version of the packages.</summary>
    public static string Version { get; } = XDocument.Load(PathOf("Directory.Build.props")).Descendants("Version").Single().Value;

    /// <summary>Returns the full path of a file or a folder of the repository.</summary>
    public static string PathOf(params string[] parts) => Path.Combine([Root, .. parts]);

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
