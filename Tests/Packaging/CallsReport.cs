using System.Globalization;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>What the program in Fresh/ says of its calls.</summary>
/// <param name="Builders">The assemblies that the builders of its state machines are from.</param>
/// <param name="Allocated">Bytes that suspended calls allocated.</param>
/// <param name="MachineObjects">Bytes of these that are the state machines themselves, which a debug build makes objects.</param>
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
