using Mono.Cecil;
using PooledAwait.Fody.IL;
using Tests.Compilation;

namespace Tests.IL;

/// <summary>Copies an attribute from one method to another.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CopiedAttributeTests
{
    /// <summary>A weaver that ran before ours may have added an attribute. Such an attribute is only in memory.</summary>
    [Test]
    public void An_attribute_that_was_never_written_is_copied()
    {
        using var module = CompiledAssembly.Read(Fixtures.Compile(Shape.Release, """
            using System; public class C { [Obsolete("written")] public void M() { } public void Copies() { } }
            """).Image);
        var (method, copies) = (module.GetType("C").Methods[0], module.GetType("C").Methods[1]);
        var written = method.CustomAttributes.Single();
        var made = new CustomAttribute(written.Constructor) { ConstructorArguments = { new CustomAttributeArgument(module.TypeSystem.String, "made") } };
        copies.CustomAttributes.Add(CopiedAttribute.Of(written));
        copies.CustomAttributes.Add(CopiedAttribute.Of(made));

        var image = new MemoryStream();
        module.Write(image);
        using var read = CompiledAssembly.Read(image.ToArray());
        Assert.That(
            read.GetType("C").Methods[1].CustomAttributes.Select(attribute => attribute.ConstructorArguments.Single().Value),
            Is.EqualTo(["written", "made"]));
    }
}
