using System.Xml.Linq;
using NUnit.Framework;

namespace Tests.Packaging;

[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class SchemaTests
{
    [Test]
    public void The_schema_in_the_root_is_the_one_that_a_build_generates()
    {
        var project = FreshProject.Library(Packed.NewFolder(), "Library", "net10.0").Woven();

        project.Build();

        Assert.That(Load(Repository.PathOf("FodyWeavers.xsd")), Is.EqualTo(Load(Path.Combine(project.Folder, "FodyWeavers.xsd"))));
    }

    private static string Load(string path) => XDocument.Load(path).ToString();
}
