using System.Text.RegularExpressions;

namespace Tests;

/// <summary>Recognises commands that failed because packages are not available on this machine. The test is then skipped. Other failures are errors.</summary>
internal static partial class MissingPackages
{
    /// <summary>Finds NuGet's message about missing packages.</summary>
    /// <param name="output">The whole output of a failed command.</param>
    /// <returns>The message; null if the command failed for another reason.</returns>
    public static string? In(string output) => CannotBeHad().Match(output) is { Success: true } missing ? missing.Value : null;

    // Matches messages about a missing package, a missing version, or a source that does not answer. NuGet and the command that installs tools use different
    // words.
    [GeneratedRegex(
        "error (NU1101|NU1102|NU1301).*|Unable to load the service index .*|Response status code does not indicate success.*|.* is not found in NuGet feeds .*|" +
        "Failed to (load NuGet source|retrieve information about|download package) .*")]
    private static partial Regex CannotBeHad();
}
