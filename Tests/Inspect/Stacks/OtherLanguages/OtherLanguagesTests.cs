using Tests.Snapshots;

namespace Tests.Inspect.Stacks.OtherLanguages;

/// <summary>For F# and Visual Basic, the tool shows callers and waits as for C#, although the state machines have other fields.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class OtherLanguagesTests
{
    [TestCase(true)]
    [TestCase(false)]
    public async Task FSharp(bool isOptimised)
    {
        using var run = new ToolRun();
        await VerifyTrees(OtherLanguage.CompileFSharp(run, isOptimised), $"{nameof(OtherLanguagesTests)}.{nameof(FSharp)}_{nameof(isOptimised)}={isOptimised}", isOptimised);
    }

    [TestCase(true)]
    [TestCase(false)]
    public async Task VisualBasic(bool isOptimised)
    {
        using var run = new ToolRun();
        await VerifyTrees(OtherLanguage.CompileVisualBasic(run, isOptimised), $"{nameof(OtherLanguagesTests)}.{nameof(VisualBasic)}");
    }

    private static async Task VerifyTrees(string assembly, string name, bool hasFields = true)
    {
        var folder = Repository.PathOf("Tests", "Inspect", "Stacks", "OtherLanguages");
        var verified = Path.Combine(folder, $"{name}.verified.txt") is var file && File.Exists(file) ? await File.ReadAllTextAsync(file) : "";
        using var program = RunningProgram.Start(Dotnet.Host, assembly);
        var (output, _) = RepeatedLook.Until(output => ShapesProgram.TreesIn(output) == verified, () => { }, "stacks", $"{program.Id}");
        await Verifier.Verify(ShapesProgram.TreesIn(output), folder, name);
        if (!hasFields)
        {
            return;
        }

        Assert.That(ToolRun.Run("stacks", $"{program.Id}", "--fields").Output, Does.Contain("customer = \"Grace\"\n").And.Contain("number = 7\n").And.Not.Contain("Awaiter").And.Not.Contain("$VB"));
    }
}
