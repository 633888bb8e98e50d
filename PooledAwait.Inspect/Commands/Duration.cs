using System.Globalization;

namespace PooledAwait.Inspect.Commands;

/// <summary>Parses the value of an option that is a time.</summary>
internal static class Duration
{
    private static readonly (string Unit, double Milliseconds)[] s_units = [("ms", 1), ("s", 1_000), ("m", 60_000)];

    /// <exception cref="InputException">The text is not a time.</exception>
    public static TimeSpan Parse(string option, string given)
    {
        foreach (var (unit, milliseconds) in s_units)
        {
            if (given.EndsWith(unit, StringComparison.Ordinal) && double.TryParse(given[..^unit.Length], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var number) &&
                number * milliseconds is >= 1 and <= 3_600_000)
            {
                return TimeSpan.FromMilliseconds(number * milliseconds);
            }
        }

        throw new InputException($"'{option}' is '{given}'; allowed is a number with its unit, as in 5s, 500ms or 1m, up to an hour.");
    }
}
