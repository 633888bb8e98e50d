using System.Globalization;

namespace PooledAwait.Runtime;

/// <summary>
/// Reads the settings of a process. A setting is a value of the runtimeconfig, or an environment variable, which takes precedence. The variable has the same
/// name in capitals, with <c>_</c> in place of the dot.
/// </summary>
/// <remarks>
/// Each setting is read once, by the static constructor of the class that needs it. Invalid values are ignored, because a running program has nowhere
/// to report them.
/// </remarks>
internal static class Setting
{
    /// <summary>Returns whether a switch is on.</summary>
    /// <param name="name">The name of the runtimeconfig value.</param>
    /// <param name="detail">A sentence that says where the switch is set; null if the switch is off.</param>
    public static bool IsOn(string name, out string? detail)
    {
        detail = null;
        var variable = VariableOf(name);
        var isOn = Environment.GetEnvironmentVariable(variable) switch
        {
            "1" => true,
            "0" => false,
            var text => bool.TryParse(text, out var parsed) ? parsed : default(bool?),
        };
        if (isOn is { } ofProcess)
        {
            detail = ofProcess ? $"{variable} is set." : null;
            return ofProcess;
        }

        if (AppContext.TryGetSwitch(name, out var isConfigured) && isConfigured)
        {
            detail = $"{name} is true.";
            return true;
        }

        return false;
    }

    /// <summary>Returns the number of a setting. A negative number counts as invalid.</summary>
    /// <param name="name">The name of the runtimeconfig value.</param>
    /// <param name="defaultValue">The number if no valid number is set.</param>
    public static long Number(string name, long defaultValue) =>
        TryParse(Environment.GetEnvironmentVariable(VariableOf(name)), out var value) || TryParse(Convert.ToString(AppContext.GetData(name), CultureInfo.InvariantCulture), out value)
            ? value
            : defaultValue;

    private static bool TryParse(string? text, out long value) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out value);

    private static string VariableOf(string name) => name.Replace('.', '_').ToUpperInvariant();
}
