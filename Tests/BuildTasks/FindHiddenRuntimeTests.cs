using PooledAwait.Fody.Build;

namespace Tests.BuildTasks;

[Parallelizable(ParallelScope.Self)]
public sealed class FindHiddenRuntimeTests
{
    [TestCase("all")]
    [TestCase("All")]
    [TestCase("analyzers; Runtime")]
    [TestCase("compile;runtime;build")]
    public void A_reference_that_hides_the_runtime_asset_hides_the_runtime(string privateAssets) => Assert.That(IsHidden(privateAssets), Is.True);

    [TestCase("")]
    [TestCase("none")]
    [TestCase("analyzers;build")]
    public void Other_references_do_not(string privateAssets) => Assert.That(IsHidden(privateAssets), Is.False);

    [TestCase("", false)]
    [TestCase("analyzers", false)]
    [TestCase("all", true)]
    [TestCase("runtime", true)]
    public void A_reference_to_the_runtime_itself_helps_unless_it_is_hidden_too(string privateAssets, bool isHidden) =>
        Assert.That(IsHidden("all", privateAssets), Is.EqualTo(isHidden));

    [Test]
    public void A_project_that_does_not_refer_to_the_package_hides_nothing()
    {
        var task = new FindHiddenRuntime { Runtime = [Item.Reference("all")] };
        Assert.That(task.Execute(), Is.True);
        Assert.That(task.IsHidden, Is.False);
    }

    private static bool IsHidden(string weaver, params string[] runtime)
    {
        var task = new FindHiddenRuntime { Weaver = [Item.Reference(weaver)], Runtime = [.. runtime.Select(Item.Reference)] };
        Assert.That(task.Execute(), Is.True);
        return task.IsHidden;
    }
}
