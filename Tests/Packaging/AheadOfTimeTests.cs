using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Packaging;

/// <summary>Checks for ahead-of-time compilation that need no compilation themselves.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class AheadOfTimeTests
{
    [TestCase("net8.0")]
    [TestCase("net10.0")]
    public void The_analysers_for_trimming_and_native_code_look_at_the_runtime_and_each_warning_is_an_error(string framework)
    {
        string[] switches =
            ["IsAotCompatible", "IsTrimmable", "EnableAotAnalyzer", "EnableTrimAnalyzer", "EnableSingleFileAnalyzer", "TreatWarningsAsErrors"];

        var output = Dotnet.Run(
            Repository.PathOf("PooledAwait.Runtime"),
            "msbuild", $"-p:TargetFramework={framework}", $"-getProperty:{string.Join(',', switches)},NoWarn");

        var properties = JsonNode.Parse(output)!["Properties"]!;
        Assert.Multiple(() =>
        {
            foreach (var name in switches)
            {
                Assert.That((string)properties[name]!, Is.EqualTo("true"), name);
            }

            Assert.That((string)properties["NoWarn"]!, Does.Not.Contain("IL2").And.Not.Contain("IL3"));
        });
    }

    [Test]
    public void No_warning_of_theirs_is_silenced()
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
