using Tests.Compilation;

namespace Tests.Weaving;

[Thorough]
[Parallelizable(ParallelScope.Self)]
public class IlTextTests
{
    [Test]
    public void Shows_only_what_differs_with_its_offsets_and_without_addresses()
    {
        var text = IlText.Changed(
            Compile("class C { int x; int y; int Same() => y; int Other() => x + 1; static class D { static void M() {} } }"),
            Compile("class C { long x; int y; int Same() => y; int Other() => y + 2; static class D { static void M() {} } }"),
            "C");
        Assert.That(text.ReplaceLineEndings("\n"), Is.EqualTo(
            """
            .class C
            {
            	.field private int64 x

            	.method private hidebysig
            		instance int32 Other () cil managed
            	{
            		.maxstack 8

            		IL_0000: ldarg.0
            		IL_0001: ldfld int32 C::y
            		IL_0006: ldc.i4.2
            		IL_0007: add
            		IL_0008: ret
            	} // end of method C::Other
            }
            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Names_what_is_gone_and_the_nested_type_that_changed()
    {
        var text = IlText.Changed(Compile("class C { int x; class D { int z; } }"), Compile("class C { class D { byte z; } }"), "C");
        Assert.That(text, Does.StartWith("// removed from C: x\n.class C+D\n{\n\t.field private uint8 z\n}"));
    }

    [Test]
    public void Is_empty_for_what_was_read_and_written_without_a_change([ValueSource(typeof(Extent), nameof(Extent.FewShapes))] Shape shape)
    {
        var written = new WeavingRunner { Weaver = () => new NoWeaver() }.Weave(Fixtures.Compiled(shape)).Result;
        Assert.That(written.Image, Is.Not.EqualTo(Fixtures.Compiled(shape).Image));
        Assert.That(IlText.Changed(Fixtures.Compiled(shape), written), Is.Empty);
    }

    [Test]
    public void Of_whole_assemblies_shows_what_differs_be_it_in_a_body_alone()
    {
        var one = Compile("class C { int M() => 1; }");
        Assert.That(IlText.Changed(one, Compile("class C { int M() => 1; }")), Is.Empty);
        Assert.That(IlText.Changed(one, Compile("class C { int M() => 2; }")), Does.StartWith(".class C\n").And.Contains("ldc.i4.2"));
        Assert.That(IlText.Changed(one, Compile("class C { int M() => 1; } class D;")), Is.EqualTo("// other types:\n<Module>\nC\nD"));
    }

    private static CompiledAssembly Compile(string source) => Fixtures.Compile(Shape.Release, source);
}
