using System.Globalization;
using System.Text.RegularExpressions;

namespace Tests.Packaging.Publishing;

/// <summary>What a run of the program printed.</summary>
/// <param name="Results">The results of its calls.</param>
/// <param name="Bytes">What one call allocates in the application itself, its library, both (one awaits a task of the other), and the package.</param>
internal sealed partial record ShopRun(string Results, IReadOnlyDictionary<string, int> Bytes)
{
    public static ShopRun Parse(string output)
    {
        var text = output.ReplaceLineEndings("\n");
        return new ShopRun(
            Allocates().Replace(text, ""),
            Allocates().Matches(text).ToDictionary(match => match.Groups[1].Value, match => int.Parse(match.Groups[2].Value, CultureInfo.InvariantCulture)));
    }

    [GeneratedRegex(@"^(\w+) allocates (\d+)\n", RegexOptions.Multiline)]
    private static partial Regex Allocates();
}
