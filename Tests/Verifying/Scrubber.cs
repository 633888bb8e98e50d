using System.Runtime.CompilerServices;
using System.Text.RegularExpressions;

namespace Tests.Verifying;

/// <summary>Takes out of a text what differs between machines and releases, and nothing else.</summary>
internal static partial class Scrubber
{
    private static readonly string s_project = Path.GetFullPath(Path.Combine(Path.GetDirectoryName(ThisFile())!, ".."));

    // Longest first: the project lies inside the solution.
    private static readonly (string Path, string Name)[] s_directories =
    [
        (s_project, "{ProjectDirectory}"),
        (Path.GetDirectoryName(s_project)!, "{SolutionDirectory}"),
        (Path.TrimEndingDirectorySeparator(Path.GetTempPath()), "{TempPath}"),
    ];

    public static string Scrub(string text)
    {
        text = text.ReplaceLineEndings("\n");
        foreach (var (path, name) in s_directories)
        {
            text = Regex.Replace(text, Regex.Escape(path) + @"(?<separator>[/\\])?(?![\w.-])", m => name + (m.Groups["separator"].Success ? "/" : ""));
        }

        return Version().Replace(text, "Version={Scrubbed}");
    }

    [GeneratedRegex(@"\bVersion=\d+(\.\d+){1,3}")]
    private static partial Regex Version();

    private static string ThisFile([CallerFilePath] string path = "") => path;
}
