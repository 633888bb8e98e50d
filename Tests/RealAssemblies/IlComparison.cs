using System.Text.RegularExpressions;
using Tests.Weaving;

namespace Tests.RealAssemblies;

/// <summary>What the IL check finds in a woven assembly and does not find in the original.</summary>
internal static partial class IlComparison
{
    public static IReadOnlyList<string> NewFindings(WovenFile file, IReadOnlyList<string> references)
    {
        var before = IlWarnings.Of(file.Name, file.Original, references).Warnings.CountBy(WithoutOffsets).ToDictionary();
        return
        [
            .. IlWarnings.Of(file.Name, file.Woven, references).Warnings
                .GroupBy(WithoutOffsets)
                .Where(findings => findings.Count() > before.GetValueOrDefault(findings.Key))
                .Select(findings => findings.First()),
        ];
    }

    // Inserted code moves what stands behind it.
    private static string WithoutOffsets(string finding) => Offset().Replace(finding, "IL");

    [GeneratedRegex(@"\bIL_[0-9a-fA-F]{4}\b")]
    private static partial Regex Offset();
}
