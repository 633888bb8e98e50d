using System.Text.Json;
using Tests.Compilation;
using Tests.Inspect;
using Tests.Verification.Broken;

namespace Tests.Verification.InWeaver;

/// <summary>Tests the output of <c>pooledawait verify</c> for sound and unsound assemblies.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class VerifyCommandTests
{
    [Test]
    public void Finds_nothing_in_what_is_sound()
    {
        using var folder = Written(BrokenAssembly.Sound);
        var (exitCode, output, error) = ToolRun.Run("verify", folder.FullName);
        Assert.That(exitCode, Is.Zero, error);
        Assert.That(output, Does.Match(@"^0 found in \d{3} methods of 1 assembly\.\n$"));
    }

    [Test]
    public void Names_each_method_that_is_not()
    {
        using var folder = Written(BrokenAssembly.Broken);
        var (exitCode, output, error) = ToolRun.Run("verify", folder.FullName);
        var (codeOfJson, json, _) = ToolRun.Run("verify", folder.FullName, "--json");
        Assert.That((exitCode, codeOfJson), Is.EqualTo((2, 2)), error);
        var lines = output.TrimEnd('\n').Split('\n');
        var found = JsonDocument.Parse(json).RootElement;
        Assert.That(found.GetArrayLength(), Is.EqualTo(lines.Length - 1).And.GreaterThan(100));
        var first = found[0];
        Assert.That(first.EnumerateObject().Select(property => property.Name), Is.EqualTo(new[] { "assembly", "method", "source", "offset", "kind", "text" }));
        Assert.That(lines[0], Does.StartWith($"App.dll: {first.GetProperty("method")}: ").And.Contain(first.GetProperty("text").GetString()!).And.Contain($"[{first.GetProperty("kind")} at IL_"));
    }

    private static TemporaryFolder Written(CompiledAssembly assembly)
    {
        var folder = new TemporaryFolder();
        File.WriteAllBytes(folder.PathOf("App.dll"), assembly.Image);
        return folder;
    }
}
