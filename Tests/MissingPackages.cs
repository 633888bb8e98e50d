using System.Text.RegularExpressions;

namespace Tests;

/// <summary>Recognises that packages which a test needs are not available on this machine. The test is then skipped. Everything else that goes wrong is an error.</summary>
internal static partial class MissingPackages
{
    /// <summary>NuGet's message about the missing packages.</summary>
    /// <param name="output">The whole output of a failed command.</param>
    /// <returns>Null if the command failed for another reason.</returns>
    public static string? In(string output) => CannotBeHad().Match(output) is { Success: true } missing ? missing.Value : null;

    // No such package, no such version, or no answer from the source; and the words that the command for installing tools has for this.
    [GeneratedRegex(
        "error (NU1101|NU1102|NU1301).*|Unable to load the service index .*|Response status code does not indicate success.*|.* is not found in NuGet feeds .*|" +
        "Failed to (load NuGet source|retrieve information about|download package) .*")]
    private static partial Regex CannotBeHad();
}
