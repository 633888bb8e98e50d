using System.Text.RegularExpressions;
using Tests.Inspect;

namespace Tests.Documentation;

/// <summary>The commands of the README and of the pages of docs name verbs, projects and options that exist.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class CommandTests
{
    private static IEnumerable<string> Pages => MarkdownFile.All;

    [TestCaseSource(nameof(Pages))]
    public void Commands_name_what_there_is(string page) => Assert.Multiple(() =>
    {
        foreach (var command in new MarkdownFile(page).Commands)
        {
            var words = Regex.Matches(command, @"'[^']*'|\S+").Select(match => match.Value).ToList();
            if (words[0] == "pooledawait")
            {
                Assert.That(ToolRun.Run(words[1], "--help").ExitCode, Is.Zero, command);
                continue;
            }

            var projects = Projects(words).ToList();
            foreach (var project in projects)
            {
                Assert.That(Directory.GetFiles(Repository.PathOf(project), "*.csproj"), Has.Length.EqualTo(1), command);
            }

            if (projects is [var run])
            {
                // A project may share sources with other projects. The shared sources are in the folder of the file that the project imports.
                var imported = Regex.Matches(File.ReadAllText(Directory.GetFiles(Repository.PathOf(run), "*.csproj")[0]), "<Import Project=\"([^\"]*)/[^/\"]*\"")
                    .Select(import => Path.Combine(Repository.PathOf(run), import.Groups[1].Value));
                var sources = imported.Prepend(Repository.PathOf(run))
                    .SelectMany(folder => Directory.GetFiles(folder, "*.cs", SearchOption.AllDirectories)).Select(File.ReadAllText).ToList();
                foreach (var word in OfTheProgram(words))
                {
                    Assert.That(sources.Any(source => source.Contains($"\"{word}\"", StringComparison.Ordinal)), $"{command}: {word}");
                }
            }
        }
    });

    [Test]
    public void There_is_something_to_check()
    {
        var commands = Pages.SelectMany(page => new MarkdownFile(page).Commands).ToList();

        Assert.That(commands.Count(command => command.StartsWith("dotnet run", StringComparison.Ordinal)), Is.AtLeast(4));
        Assert.That(commands.Count(command => command.StartsWith("pooledawait", StringComparison.Ordinal)), Is.AtLeast(1));
    }

    /// <summary>Returns the folders of projects in a command: the folder after --project, and a sample at the command's end.</summary>
    private static IEnumerable<string> Projects(IReadOnlyList<string> words)
    {
        for (var i = 2; i < words.Count; i++)
        {
            if (words[i - 1] == "--project" || (i == words.Count - 1 && words[i].StartsWith("Samples/", StringComparison.Ordinal)))
            {
                yield return words[i];
            }
        }
    }

    /// <summary>
    /// Returns the words after -- that the program's sources must contain: the verb and the options. Omits values, and --help, which every program accepts.
    /// </summary>
    private static IEnumerable<string> OfTheProgram(IEnumerable<string> words) =>
        words.SkipWhile(word => word != "--").Skip(1)
            .Where((word, i) => i == 0 || word.StartsWith("--", StringComparison.Ordinal))
            .Where(word => word != "--help");
}
