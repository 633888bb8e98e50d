using System.Runtime.CompilerServices;

namespace Tests.Packaging;

internal static class Repository
{
    public static string Root { get; } = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, "..", ".."));

    public static string PathOf(params string[] parts) => Path.Combine([Root, .. parts]);

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
