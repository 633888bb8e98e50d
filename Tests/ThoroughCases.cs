namespace Tests;

/// <summary>Moves cases of a test into the thorough set (<see cref="ThoroughAttribute"/>).</summary>
internal static class ThoroughCases
{
    /// <summary>Moves a case into the thorough set if a condition holds.</summary>
    public static TestCaseData ThoroughIf(this TestCaseData data, bool isThorough) => isThorough ? data.SetCategory("Thorough") : data;
}
