namespace Tests.Packaging.Install;

/// <summary>Tests a whole repository that has the package and its options in one place.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class SharedRepositoryTests
{
    private static Installation Built => Installation.Built;

    [TestCase("net8.0")]
    [TestCase("net10.0")]
    public void Every_project_is_woven_but_the_tests(string framework)
    {
        var layers = Enumerable.Range(1, SharedRepository.Layers).Select(layer => $"Layer{layer}");

        Assert.Multiple(() =>
        {
            foreach (var name in layers)
            {
                Assert.That(WeavingEvidence.IsWoven(Built[name].Output("Release", framework)), Is.True, name);
                Assert.That(File.Exists(Path.Combine(Built[name].Folder, "obj", "Release", framework, $"{name}.PooledAwait.html")), $"{name} has its report.");
            }

            Assert.That(WeavingEvidence.Ran(Built["LayeredApplication"], "Release", framework), Is.True);
            Assert.That(WeavingEvidence.Ran(Built["LayeredTests"], "Release", framework), Is.False);
            Assert.That(WeavingEvidence.IsWoven(Built["LayeredTests"].Output("Release", framework)), Is.False);
        });
    }

    [TestCase("net8.0")]
    [TestCase("net10.0")]
    public void The_summaries_name_the_framework_where_there_are_several(string framework)
    {
        var summaries = Built.ReleaseOutput.Split('\n').Where(line => line.Contains($"{Path.DirectorySeparatorChar}Layer1.PooledAwait.html", StringComparison.Ordinal));

        Assert.That(summaries, Has.Exactly(1).Contain($"Fody/PooledAwait: {framework}: 1 async method pooled"));
        Assert.That(Built.ReleaseOutput, Does.Match(@"PooledAwait: .*Optioned\.PooledAwait\.html"));
    }

    [Test]
    public void Its_application_runs() => Assert.That(
        Dotnet.Run(Built.Folder, Built["LayeredApplication"].Output("Release", "net10.0")).Trim(), Is.EqualTo($"{SharedRepository.Layers}"));

    [Test]
    public void Its_lock_files_hold()
    {
        var locked = File.ReadAllText(Path.Combine(Built["Layer1"].Folder, "packages.lock.json"));
        Assert.That(locked, Does.Contain("\"PooledAwait.Fody\"").And.Contain("\"PooledAwait.Runtime\""));

        Dotnet.Run(Built["LayeredApplication"].Folder, "restore", "--locked-mode", "--force");
    }

    [TestCase("net8.0")]
    [TestCase("net10.0")]
    public void A_global_reference_weaves_a_library(string framework) =>
        Assert.That(WeavingEvidence.IsWoven(Built["GlobalLibrary"].Output("Release", framework)), Is.True);

    [Test]
    public void A_global_reference_serves_an_application() =>
        Assert.That(Built["GlobalApplication"].Run("Release"), Is.EqualTo(new CallsReport("PooledAwait.Runtime", 0, 0)));
}
