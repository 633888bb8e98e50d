using System.Text.RegularExpressions;

namespace Tests;

/// <summary>Packages that a test needs and that cannot be had on this machine: the test is skipped then. What else goes wrong is an error.</summary>
internal static partial class MissingPackages
{
    /// <summary>What NuGet says of them.</summary>
    /// <param name="output">All that a command says that has failed.</param>
    /// <returns>Null where it has failed for something else.</returns>
    public static string? In(string output) => CannotBeHad().Match(output) is { Success: true } missing ? missing.Value : null;

    // No such package or no such version, or nobody who answers; and how the command says the same that installs tools.
    [GeneratedRegex(
        "error (NU1101|NU1102|NU1301).*|Unable to load the service index .*|Response status code does not indicate success.*|.* is not found in NuGet feeds .*|" +
        "Failed to (load NuGet source|retrieve information about|download package) .*")]
    private static partial Regex CannotBeHad();
}
