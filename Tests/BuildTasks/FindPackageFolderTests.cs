using PooledAwait.Fody.Build;

namespace Tests.BuildTasks;

[Parallelizable(ParallelScope.Self)]
public sealed class FindPackageFolderTests
{
    [TestCase("analyzers/dotnet/cs")]
    [TestCase("analyzers\\dotnet\\cs")]
    [TestCase("/Analyzers/dotnet")]
    [TestCase("./analyzers")]
    [TestCase("lib/netstandard2.0; analyzers/dotnet/cs")]
    public void A_file_in_the_folder_uses_it(string path) => Assert.That(IsUsed("lib", path), Is.True);

    [TestCase("lib/analyzers")]
    [TestCase("myanalyzers/dotnet")]
    [TestCase("analyzersettings")]
    [TestCase("/")]
    public void A_file_elsewhere_does_not(string path) => Assert.That(IsUsed("lib", path), Is.False);

    [Test]
    public void No_file_does_not() => Assert.That(IsUsed(), Is.False);

    private static bool IsUsed(params string[] paths)
    {
        var task = new FindPackageFolder { Folder = "analyzers", Paths = paths };
        Assert.That(task.Execute(), Is.True);
        return task.IsUsed;
    }
}
