using System.Xml.Linq;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Options;

/// <summary>Errors in options name the faulty line of FodyWeavers.xml or of the source.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class OptionErrorsTests
{
    [Test]
    public void Each_error_of_the_file_has_its_line()
    {
        var told = Weave(
            """
            <Weavers>
              <Other />
              <PooledAwait Reprot="Full"
                           WhenAny="Some">
                <OptIn>maybe</OptIn>
                stray
                <Exclude>A</Exclude>
                <Include>B</Include>
              </PooledAwait>
            </Weavers>
            """);

        Assert.That(
            told.Select(error => $"{error.Place}: {error.Text.Split(';')[0]}"),
            Is.EqualTo(
            [
                "FodyWeavers.xml(3,16): PooledAwait PA006: attribute 'Reprot' is not known",
                "FodyWeavers.xml(5,25): PooledAwait PA006: text 'stray' is outside any option",
                "FodyWeavers.xml(4,16): PooledAwait PA006: attribute 'WhenAny' is 'Some'",
                "FodyWeavers.xml(5,6): PooledAwait PA006: element <OptIn> is 'maybe'",
                "FodyWeavers.xml(7,6): PooledAwait PA006: 'Include' and 'Exclude' are both given",
            ]));
    }

    [TestCase("<Weavers><PooledAwait />\n<PooledAwait /></Weavers>")]
    [TestCase("<Weavers><PooledAwait OptIn='true' />\n<PooledAwait /></Weavers>")]
    [TestCase("<Weavers><pooledawait />\n<PooledAwait /></Weavers>")]
    public void A_second_element_is_an_error(string file) => Assert.That(
        Weave(file).Select(error => (error.Place, error.Text)),
        Is.EqualTo([("FodyWeavers.xml(2,2)", "PooledAwait PA006: <PooledAwait> appears in the file more than once; only one is allowed.")]));

    [Test]
    public void What_is_not_in_the_file_names_the_project() => Assert.That(
        Weave("<Weavers><PooledAwait /></Weavers>", XElement.Parse("<PooledAwait Foo='1' />")).Select(error => (error.Place, error.Text.Split(';')[0])),
        Is.EqualTo([("AssemblyToProcess.csproj(0,0)", "PooledAwait PA006: <PooledAwait> of the project in '…': attribute 'Foo' is not known")]));

    [TestCase("[PooledAwait, PooledAwaitIgnore]\n  void M() { }", "(6,14)")]
    [TestCase("[PooledAwait, PooledAwaitIgnore]\n  int P { get => 1; }", "(6,18)")]
    [TestCase("[PooledAwait, PooledAwaitIgnore]\n  class D { class E { }\n void M() { } }", "(7,13)")]
    [TestCase("[PooledAwait, PooledAwaitIgnore]\n  interface I { }", null)]
    public void An_attribute_s_error_has_a_line_of_what_carries_it(string member, string? place)
    {
        var source = $"using PooledAwait;\nclass Empty {{ }}\nclass C {{\n\n{member}\n}}";

        var told = Weave("<Weavers><PooledAwait /></Weavers>", source: source).Single();

        Assert.That(told.Text, Does.StartWith("PooledAwait PA006: ").And.EndWith(" carries [PooledAwait] and [PooledAwaitIgnore]; only one of them is allowed."));
        Assert.That(told.Place, Is.EqualTo(place == null ? null : $"/source.cs{place}"));
    }

    private static IReadOnlyList<WeaverMessage> Weave(string file, XElement? config = null, string source = "class C;")
    {
        using var folder = new TemporaryFolder();
        File.WriteAllText(folder.PathOf("FodyWeavers.xml"), file);

        // Does what Fody does: takes the last of several elements, and parses the text of this element again, without the lines above the element.
        config ??= XElement.Parse(XElement.Parse(file).Elements().Last().ToString());
        return
        [
            .. new WeavingRunner { Config = config, Directory = folder.FullName }.Weave(Fixtures.Compile(Shape.Release, source)).Messages
                .Where(message => message.Level == WeaverMessageLevel.Error)
                .Select(error => error with
                {
                    Text = error.Text.Replace(folder.FullName, "…"),
                    Place = error.Place?.Replace(folder.FullName + Path.DirectorySeparatorChar, ""),
                }),
        ];
    }
}
