using System.Text.Json;
using System.Xml.Linq;
using PooledAwait.Fody.Options;

namespace Tests.Documentation;

/// <summary>The code in the README and in the pages of docs works: C# compiles, and XML and JSON can be read.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CodeBlockTests
{
    private static IEnumerable<string> Pages => MarkdownFile.All;

    [TestCaseSource(nameof(Pages))]
    public void CSharp_compiles(string page) => Assert.Multiple(() =>
    {
        foreach (var block in Blocks(page, "csharp"))
        {
            if (block.From is { } file)
            {
                var source = File.ReadAllText(Repository.PathOf(file)).ReplaceLineEndings("\n");
                Assert.That(source, Does.Contain(block.Text), $"{block} is of {file}.");
            }
            else
            {
                Assert.That(CSharpBlocks.Errors(block), Is.Empty, block.ToString());
            }
        }
    });

    [TestCaseSource(nameof(Pages))]
    public void Xml_is_read_as_a_build_reads_it(string page) => Assert.Multiple(() =>
    {
        foreach (var block in Blocks(page, "xml"))
        {
            var root = XElement.Parse($"<Block>{block.Text}</Block>");
            foreach (var element in root.DescendantsAndSelf("PooledAwait"))
            {
                Assert.That(() => OptionsReader.ReadFrom(element, "/src/app"), Throws.Nothing, block.ToString());
            }

            var weavers = root.Descendants("Weavers").Elements().Select(element => element.Name.LocalName);
            Assert.That(weavers, Is.All.EqualTo("PooledAwait"), block.ToString());
        }
    });

    [TestCaseSource(nameof(Pages))]
    public void Json_is_read(string page)
    {
        foreach (var block in Blocks(page, "json"))
        {
            Assert.That(() => JsonDocument.Parse(block.Text), Throws.Nothing, block.ToString());
        }
    }

    [Test]
    public void What_is_wrong_is_found()
    {
        Assert.That(CSharpBlocks.Errors(new CodeBlock("page", 1, "csharp", "await Task.Yield(1);")), Is.Not.Empty);
        Assert.That(CSharpBlocks.Errors(new CodeBlock("page", 1, "csharp", "missing.Call();")), Is.Not.Empty);
        Assert.That(CSharpBlocks.Errors(new CodeBlock("page", 1, "csharp", "missing.ToString();") { Given = "object missing = 1;" }), Is.Empty);
    }

    [TestCase("csharp", 11)]
    [TestCase("xml", 4)]
    [TestCase("json", 1)]
    public void There_is_something_to_check(string language, int atLeast) =>
        Assert.That(Pages.SelectMany(page => Blocks(page, language)).Count(), Is.AtLeast(atLeast));

    private static IEnumerable<CodeBlock> Blocks(string page, string language) =>
        new MarkdownFile(page).Blocks.Where(block => block.Language == language);
}
