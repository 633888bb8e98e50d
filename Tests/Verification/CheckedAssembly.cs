using PooledAwait.Fody.Verification;

namespace Tests.Verification;

/// <summary>The result of checking an assembly.</summary>
/// <param name="Methods">The number of checked bodies.</param>
/// <param name="Findings">The findings in these bodies.</param>
internal sealed record CheckedAssembly(int Methods, IReadOnlyList<CheckedBody> Findings)
{
    /// <summary>
    /// Returns the findings that an earlier version of the assembly did not have. Findings with the same method, kind and text are counted: if the earlier
    /// version had two and this version has three, one finding is new.
    /// </summary>
    public IReadOnlyList<CheckedBody> NewSince(CheckedAssembly before)
    {
        var known = before.Findings.CountBy(Key).ToDictionary();
        return [.. Findings.Where(finding => !Take(Key(finding)))];

        // Omits the parameters of lambdas and local functions. If the weaver removes a closure, the lambda gets the captured variables as parameters.
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

/// <summary>A finding in a body.</summary>
/// <param name="Method">The method's full name.</param>
/// <param name="Kind">The broken rule.</param>
/// <param name="Offset">The offset of the instruction.</param>
/// <param name="Text">What is wrong.</param>
internal sealed record CheckedBody(string Method, FindingKind Kind, int Offset, string Text)
{
    public override string ToString() => $"{Method}: {Kind} at IL_{Offset:x4}: {Text}";
}
