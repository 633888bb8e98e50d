using System.Text.RegularExpressions;

namespace Tests;

/// <summary>Recognises that packages for a test are not available on this machine. Then the test is skipped. All other failures are errors.</summary>
internal static partial class MissingPackages
{
    /// <summary>NuGet's message about the missing packages.</summary>
    /// <param name="output">The whole output of a failed command.</param>
    /// <returns>Null if the command failed for another reason.</returns>
    public static string? In(string output) => CannotBeHad().Match(output) is { Success: true } missing ? missing.Value : null;

    // No such package, no such version, or no answer from the source, in NuGet's words or in those of the command that installs tools.
    [GeneratedRegex(
        "error (NU1101|NU1102|NU1301).*|Unable to load the service index .*|Response status code does not indicate success.*|.* is not found in NuGet feeds .*|" +
        "Failed to (load NuGet source|retrieve information about|download package) .*")]
    private static partial Regex CannotBeHad();
}
