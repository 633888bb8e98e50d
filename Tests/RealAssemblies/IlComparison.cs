using PooledAwait.Fody.Verification;
using Tests.Verification;

namespace Tests.RealAssemblies;

/// <summary>Compares what the weaver's check finds in an assembly before and after weaving.</summary>
/// <param name="Bodies">The number of checked bodies of the woven assembly.</param>
/// <param name="Unresolved">
/// The number of bodies of the original assembly in which a reference cannot be resolved, because no available file has its target. The check can judge little
/// in these bodies.
/// </param>
/// <param name="InOriginal">The findings in the original assembly, except in its unresolved bodies. If the check is right, there are no such findings.</param>
/// <param name="New">The findings in the woven assembly that the original assembly does not have.</param>
internal sealed record IlComparison(int Bodies, int Unresolved, IReadOnlyList<string> InOriginal, IReadOnlyList<string> New)
{
    public static IlComparison Of(WovenFile file, IReadOnlyList<string> references)
    {
        var before = WeaverCheck.Of(file.Original, references);
        var after = WeaverCheck.Of(file.Woven, references);
        var unresolved = before.Findings.Where(finding => finding.Kind == FindingKind.Unresolved).Select(finding => finding.Method).ToHashSet();
        var wrong = before.Findings.Where(finding => !unresolved.Contains(finding.Method));
        return new IlComparison(
            after.Methods,
            unresolved.Count,
            [.. wrong.Select(finding => finding.ToString())],
            [.. after.NewSince(before).Select(finding => finding.ToString())]);
    }
}
