using System.CommandLine;
using System.Globalization;

namespace Measuring;

/// <summary>Creates the options that the samples share.</summary>
internal static class Arguments
{
    /// <summary>Creates an option whose value is a whole number within bounds. Any other value gives one error that states the bounds.</summary>
    public static Option<int> Number(string name, string description, int byDefault, int least, int most) => new(name)
    {
        Description = string.Create(CultureInfo.InvariantCulture, $"{description} From {least:N0} to {most:N0}."),
        HelpName = "number",
        DefaultValueFactory = _ => byDefault,
        CustomParser = result =>
        {
            var given = result.Tokens[0].Value;
            if (!int.TryParse(given, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var number) || number < least || number > most)
            {
                result.AddError(string.Create(
                    CultureInfo.InvariantCulture, $"{name} is '{given}'; it has to be a whole number from {least} to {most}."));
            }

            return number;
        },
    };
}
