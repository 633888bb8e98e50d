using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;

namespace Tests.Compilation;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public class FixturesTests
{
    [TestCaseSource(typeof(Shape), nameof(Shape.All))]
    public void Have_machines_of_the_shape_that_was_asked_for(Shape shape)
    {
        using var image = new PEReader(new MemoryStream(Fixtures.Compiled(shape).Image));
        var metadata = image.GetMetadataReader();
        var machines = metadata.TypeDefinitions.Select(metadata.GetTypeDefinition)
            .Where(type => metadata.GetString(type.Name).StartsWith("<Mixed>d__"))
            .Select(type => metadata.GetString(metadata.GetTypeReference((TypeReferenceHandle)type.BaseType).Name));
        Assert.That(machines, Is.EqualTo(new[] { shape.Optimised ? "ValueType" : "Object" }));
    }

    [TestCaseSource(typeof(Shape), nameof(Shape.All))]
    public void Refer_to_the_reference_assemblies_of_the_framework(Shape shape)
    {
        using var image = new PEReader(new MemoryStream(Fixtures.Compiled(shape).Image));
        var metadata = image.GetMetadataReader();
        var references = metadata.AssemblyReferences.Select(h => metadata.GetString(metadata.GetAssemblyReference(h).Name)).ToList();
        Assert.Multiple(() =>
        {
            Assert.That(references, Does.Contain(shape.Framework == "net10.0" ? "System.Runtime" : "netstandard"));
            Assert.That(references, Does.Not.Contain("System.Private.CoreLib"));
        });
    }

    [Test]
    public void Say_which_source_does_not_compile()
    {
        var e = Assert.Throws<InvalidOperationException>(() => Fixtures.Compile(Shape.Release, "class C : Missing;"));
        Assert.That(e!.Message, Does.Contain("/source.cs(1,11)").And.Contain("Missing"));
    }
}
