using System.Text.RegularExpressions;

namespace AssemblyToProcess.Support;

/// <summary>The frames of a stack trace that are in the fixtures, innermost first, as method names without lines.</summary>
public static class StackFrames
{
    private static readonly Regex s_frame = new(@"^\s*at AssemblyToProcess\.(?<method>[^(]+)\(", RegexOptions.Multiline);

    public static string Of(Exception exception)
    {
        var frames = new List<string>();
        foreach (Match match in s_frame.Matches(exception.StackTrace ?? ""))
        {
            frames.Add(match.Groups["method"].Value);
        }

        return string.Join(" < ", frames);
    }
}
