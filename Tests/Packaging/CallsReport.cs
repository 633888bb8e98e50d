using System.Globalization;
using System.Text.RegularExpressions;

namespace Tests.Packaging;

/// <summary>The numbers that the program in Fresh/ prints about its calls.</summary>
/// <param name="Builders">The assemblies that define the builders of the program's state machines.</param>
/// <param name="Allocated">The bytes that suspended calls allocated.</param>
/// <param name="MachineObjects">The part of the allocated bytes that state machines take: zero in a release build, where state machines are structs.</param>
internal sealed record CallsReport(string Builders, long Allocated, long MachineObjects)
{
    public static CallsReport Parse(string output) => new(
        Value(output, "builders"),
        long.Parse(Value(output, "allocated for 1000 calls"), CultureInfo.InvariantCulture),
        long.Parse(Value(output, "machine objects for 1000 calls"), CultureInfo.InvariantCulture));

    private static string Value(string output, string name)
    {
        var match = Regex.Match(output, $@"^{name}: (.*?)\r?$", RegexOptions.Multiline);
        Assert.That(match.Success, Is.True, output);
        return match.Groups[1].Value;
    }
}
