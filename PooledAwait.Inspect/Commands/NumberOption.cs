using System.CommandLine;
using System.Globalization;

namespace PooledAwait.Inspect.Commands;

/// <summary>Makes options whose value is a whole number within bounds. Any other value gives one error, which states the bounds.</summary>
internal static class NumberOption
{
    public static Option<int?> Create(string name, string description, int least, int most) => new(name)
    {
        Description = description,
        HelpName = "number",
        CustomParser = result =>
        {
            var given = result.Tokens[0].Value;
            if (!int.TryParse(given, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) || number < least || number > most)
            {
                result.AddError(string.Create(CultureInfo.InvariantCulture, $"'{name}' is '{given}'; allowed are whole numbers from {least} to {most}."));
            }

            return number;
        },
    };
}
