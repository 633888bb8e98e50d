using PooledAwait.Fody.Build;

namespace Tests.BuildTasks;

[Parallelizable(ParallelScope.Self)]
public sealed class FindNamedWeaversTests
{
    [TestCase("<Weavers><PooledAwait /></Weavers>")]
    [TestCase("<Weavers><Other /><PooledAwait WhenAny='None'><Include>Shop.*</Include></PooledAwait></Weavers>")]
    [TestCase("<?xml version='1.0' encoding='utf-8'?>\r\n<Weavers xmlns:x='http://x.org'>\r\n  <x:PooledAwait />\r\n</Weavers>")]
    [TestCase("<Weavers><pooledawait /></Weavers>", Description = "FindMisspeltWeaver reports the case.")]
    public void An_element_names_the_weaver(string xml) => Assert.That(Find(xml), Is.EqualTo((true, true)));

    [TestCase("<Weavers><Other /></Weavers>", true)]
    [TestCase("<Weavers><PooledAwait.Other /><PooledAwaiting /></Weavers>", true)]
    [TestCase("<Weavers><Other><!-- <PooledAwait /> --></Other></Weavers>", true)]
    [TestCase("<Weavers><!-- <PooledAwait /> --></Weavers>", false)]
    [TestCase("<Weavers />", false)]
    public void Comments_and_other_elements_do_not(string xml, bool namesAny) => Assert.That(Find(xml), Is.EqualTo((false, namesAny)));

    [TestCase(" ")]
    [TestCase("<Weavers><PooledAwait")]
    [TestCase("<Weavers><Other></Weavers>")]
    [TestCase("<Project />")]
    public void What_is_not_a_FodyWeavers_xml_is_left_to_Fody(string xml) => Assert.That(Find(xml), Is.EqualTo((true, true)));

    [Test]
    public void Any_place_may_name_the_weaver()
    {
        const string Other = "<Weavers><Other /></Weavers>";
        const string Named = "<Weavers><PooledAwait /></Weavers>";

        Assert.That(Find("", Other, Named), Is.EqualTo((true, true)));
        Assert.That(Find("", Named, Other), Is.EqualTo((true, true)));
        Assert.That(Find(Named, Other), Is.EqualTo((true, true)));
        Assert.That(Find(Other, Other), Is.EqualTo((false, true)));
        Assert.That(Find(""), Is.EqualTo((false, false)));
    }

    private static (bool NamesPooledAwait, bool NamesAny) Find(string property, params string[] files)
    {
        using var folder = new TemporaryFolder();
        var task = new FindNamedWeavers { Property = property, Files = [.. files.Select((_, number) => folder.PathOf($"{number}.xml"))] };
        foreach (var (file, text) in task.Files.Zip(files))
        {
            File.WriteAllText(file, text);
        }

        Assert.That(task.Execute(), Is.True);
        return (task.NamesPooledAwait, task.NamesAny);
    }
}
