using System.Text.RegularExpressions;

namespace Tests.Packaging;

/// <summary>
/// Checks that the runtime's sources silence no warning of trimming or native code. The test searches the sources, so it needs no native compiler.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class AheadOfTimeTests
{
    [Test]
    public void No_warning_of_trimming_or_native_code_is_silenced_in_the_runtime()
    {
        const string Silencing =
            """(?:UnconditionalSuppressMessage\("[^"]*", "|pragma warning disable )(IL\d+)|(Requires(?:DynamicCode|UnreferencedCode))""";

        var files = Directory.GetFiles(Repository.PathOf("PooledAwait.Runtime"), "*.cs", SearchOption.AllDirectories);
        var silenced =
            from file in files
            from Match match in Regex.Matches(File.ReadAllText(file), Silencing)
            select $"{Path.GetFileName(file)} {match.Groups[1].Value}{match.Groups[2].Value}";

        Assert.That(files, Has.Length.GreaterThan(20));
        Assert.That(
            Regex.Matches("[UnconditionalSuppressMessage(\"Trimming\", \"IL2026\")]\n#pragma warning disable IL3050\n[RequiresDynamicCode(\"\")]", Silencing),
            Has.Count.EqualTo(3), "They are found where they are.");
        Assert.That(silenced, Is.Empty);
    }
}
