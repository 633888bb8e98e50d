using PooledAwait.Fody.Build;

namespace Tests.BuildTasks;

[Parallelizable(ParallelScope.Self)]
public sealed class FindMisspeltWeaverTests
{
    [TestCase("PoolAwait")]
    [TestCase("pooledawait")]
    [TestCase("PooledAwait.Fody")]
    [TestCase("Pooled-Await")]
    [TestCase("PooledAwaits")]
    [TestCase("PoledAwaiter")]
    [TestCase("PooledWait")]
    public void A_name_that_is_nearly_the_weavers_is_found(string name) => Assert.That(Find($"<Weavers><Other /><{name} /></Weavers>"), Is.EqualTo(name));

    [TestCase("<Weavers><PooledAwait /></Weavers>")]
    [TestCase("<Weavers><Other /><PropertyChanged /></Weavers>")]
    [TestCase("<Weavers><!-- <PoolAwait /> --><Other><PoolAwait /></Other></Weavers>")]
    [TestCase("<Weavers><PoolAwait", Description = "Fody reports what is wrong with the file.")]
    public void Other_names_are_not(string xml) => Assert.That(Find(xml), Is.Empty);

    [Test]
    public void The_name_of_another_weaver_is_none() => Assert.Multiple(() =>
    {
        Assert.That(Find("<Weavers><PoolAwait /></Weavers>", "PoolAwait.Fody"), Is.Empty);
        Assert.That(Find("<Weavers><poolawait /></Weavers>", "PoolAwait.Fody"), Is.EqualTo("poolawait"));
    });

    private static string Find(string xml, params string[] otherWeavers)
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.PathOf("FodyWeavers.xml"), xml);
        var task = new FindMisspeltWeaver { WeaversXml = folder.PathOf("FodyWeavers.xml"), Weavers = [.. otherWeavers, "PooledAwait.Fody"] };

        Assert.That(task.Execute(), Is.True);
        return task.Misspelt;
    }
}
