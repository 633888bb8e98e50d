using System.Globalization;
using System.Text.RegularExpressions;

namespace Tests.Packaging.Publishing;

/// <summary>The numbers that a run of the program printed.</summary>
/// <param name="Results">The results of the program's calls.</param>
/// <param name="Bytes">The allocated bytes of one call: in the application, in its library, in the package, and across application and library.</param>
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
