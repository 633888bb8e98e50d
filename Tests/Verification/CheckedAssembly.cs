using PooledAwait.Fody.Verifying.Rules;

namespace Tests.Verification;

/// <summary>What the check has against an assembly.</summary>
/// <param name="Methods">How many bodies were checked.</param>
/// <param name="Findings">What was found in them.</param>
internal sealed record CheckedAssembly(int Methods, IReadOnlyList<CheckedBody> Findings)
{
    /// <summary>The findings that the assembly did not have before: of each method and text as many as there are more of them.</summary>
    public IReadOnlyList<CheckedBody> NewSince(CheckedAssembly before)
    {
        var known = before.Findings.CountBy(Key).ToDictionary();
        return [.. Findings.Where(finding => !Take(Key(finding)))];

        // A lambda without its closure takes what it captured as parameters.
        static (string, FindingKind, string) Key(CheckedBody finding) =>
            (finding.Method.Contains(">b__") || finding.Method.Contains(">g__") ? finding.Method.Split('(')[0] : finding.Method, finding.Kind, finding.Text);

        bool Take((string, FindingKind, string) key)
        {
            if (!known.TryGetValue(key, out var count) || count == 0)
            {
                return false;
            }

            known[key] = count - 1;
            return true;
        }
    }
}

/// <summary>What the check has against a body.</summary>
/// <param name="Method">The method's full name.</param>
/// <param name="Kind">The rule.</param>
/// <param name="Offset">The instruction's.</param>
/// <param name="Text">What is wrong.</param>
internal sealed record CheckedBody(string Method, FindingKind Kind, int Offset, string Text)
{
    public override string ToString() => $"{Method}: {Kind} at IL_{Offset:x4}: {Text}";
}
