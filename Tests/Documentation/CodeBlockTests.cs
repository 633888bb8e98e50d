using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;
using NUnit.Framework;
using PooledAwait.Fody.Options;
using Tests.Inspect;
using Tests.Packaging;

namespace Tests.Documentation;

/// <summary>What the README and the pages of docs show works: C# compiles, XML is read as a build reads it, commands name what is there.</summary>
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
                Assert.That(File.ReadAllText(Repository.PathOf(file)).ReplaceLineEndings("\n"), Does.Contain(block.Text), $"{block} is of {file}.");
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
                Assert.That(() => OptionsReader.Read(element, "/src/app"), Throws.Nothing, block.ToString());
            }

            Assert.That(root.Descendants("Weavers").Elements().Select(element => element.Name.LocalName), Is.All.EqualTo("PooledAwait"), block.ToString());
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

    [TestCaseSource(nameof(Pages))]
    public void Commands_name_projects_and_verbs_that_exist(string page) => Assert.Multiple(() =>
    {
        foreach (var command in new MarkdownFile(page).Commands)
        {
            var words = Regex.Matches(command, @"'[^']*'|\S+").Select(match => match.Value).ToList();
            if (words[0] == "pooledawait")
            {
                Assert.That(ToolRun.Run(words[1], "--help").ExitCode, Is.Zero, command);
                continue;
            }

            var projects = words.Where((word, i) => i > 1 && (words[i - 1] == "--project" || (i == words.Count - 1 && word.StartsWith("Samples/", StringComparison.Ordinal)))).ToList();
            foreach (var project in projects)
            {
                Assert.That(Directory.GetFiles(Repository.PathOf(project), "*.csproj"), Has.Length.EqualTo(1), command);
            }

            // What follows -- is for the program, whose sources name it.
            if (words.IndexOf("--") is > 0 and var end && projects is [var run])
            {
                foreach (var word in words.Skip(end + 1).Where((word, i) => i == 0 || word.StartsWith("--", StringComparison.Ordinal)).Where(word => word != "--help"))
                {
                    Assert.That(Directory.EnumerateFiles(Repository.PathOf(run), "*.cs", SearchOption.AllDirectories).Any(file => File.ReadAllText(file).Contains($"\"{word}\"", StringComparison.Ordinal)),
                        $"{command}: {word}");
                }
            }
        }
    });

    [Test]
    public void What_is_wrong_is_found()
    {
        Assert.That(CSharpBlocks.Errors(new CodeBlock("page", 1, "csharp", "await Task.Yield(1);")), Is.Not.Empty);
        Assert.That(CSharpBlocks.Errors(new CodeBlock("page", 1, "csharp", "missing.Call();")), Is.Not.Empty);
        Assert.That(CSharpBlocks.Errors(new CodeBlock("page", 1, "csharp", "missing.ToString();") { Given = "object missing = 1;" }), Is.Empty);
    }

    [Test]
    public void There_is_something_to_check() =>
        Assert.That(Pages.SelectMany(page => new MarkdownFile(page).Blocks).GroupBy(block => block.Language).ToDictionary(group => group.Key, group => group.Count()),
            Has.Some.Matches<KeyValuePair<string, int>>(entry => entry.Key == "csharp" && entry.Value > 10)
                .And.Some.Matches<KeyValuePair<string, int>>(entry => entry.Key == "xml" && entry.Value > 3)
                .And.Some.Matches<KeyValuePair<string, int>>(entry => entry.Key == "sh" && entry.Value > 3));

    private static IEnumerable<CodeBlock> Blocks(string page, string language) => new MarkdownFile(page).Blocks.Where(block => block.Language == language);
}
