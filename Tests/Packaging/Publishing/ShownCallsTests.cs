using Tests.Inspect;
using Tests.Inspect.Stacks;

namespace Tests.Packaging.Publishing;

/// <summary>
/// Weaves a program that makes calls of all kinds (Tests/Inspect/Stacks/Shapes), and publishes it in every way. The tool's command <c>stacks</c> must show the
/// same trees of calls for each publication, or say how to publish the program instead. <see cref="NativeSizeTests"/> tests native code.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
[Platform("Linux")]
public sealed class ShownCallsTests
{
    private static IEnumerable<KindOfPublishing> Kinds => KindOfPublishing.All.Where(kind => kind.Name != "Native").Append(
        new("SingleFileCompressed", PublishedForm.Program, "--self-contained", "-p:PublishSingleFile=true", "-p:EnableCompressionInSingleFile=true", "-p:UseCurrentRuntimeIdentifier=true"));

    [TestCaseSource(nameof(Kinds))]
    public void Are_the_same(KindOfPublishing kind)
    {
        if (!Extent.IsWhole)
        {
            Assert.Ignore("It is tried where the whole is.");
        }

        var folder = Packed.NewFolder();
        var shapes = FreshProject.Of(folder, "Shapes").With("OutputType", "Exe").With("EnableDefaultCompileItems", "false").With("GenerateTargetFrameworkAttribute", "false")
            .Item("Compile", Repository.PathOf("Tests", "Inspect", "Stacks", "Shapes", "*.cs")).Woven();
        Dotnet.Run(shapes.Folder, ["publish", "-c", "Release", "-o", Path.Combine(folder, "out"), .. kind.Arguments]);

        using var program = RunningProgram.Start(Path.Combine(folder, "out", "Shapes"));
        if (kind.Name == "SingleFileTrimmed")
        {
            // If the runtime and the program's assemblies are mapped from one file, the tool does not find the runtime.
            Assert.That(ToolRun.Run("stacks", $"{program.Id}"), Is.EqualTo((
                1, "", $"Process {program.Id} (Shapes) is a single file, and its runtime cannot be found in it. To look into it, publish it with EnableCompressionInSingleFile, with --self-contained false, or not as a single file.\n")));
            return;
        }

        var output = ShapesProgram.Look(program);
        Assert.That(output, Does.Match(@"calls in flight \([1-9]\d* pooled\)"));
        Assert.That(ShapesProgram.TreesIn(output), Is.EqualTo(ShapesProgram.Trees));
    }
}
