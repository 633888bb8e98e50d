using System.Globalization;
using System.Text.RegularExpressions;
using NUnit.Framework;
using Tests.Mutations.Weaver;
using Tests.Verification.Broken;

namespace Tests.Documentation;

/// <summary>The figures that the README and other texts take from pages which commands print are those of the pages.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class FiguresInTextsTests
{
    /// <summary>
    /// Three packages stand for all: the README shows their first work, eight at the same time. One at a time, its bytes depend more on when
    /// the code is optimised, and differ more from run to run.
    /// </summary>
    [Test]
    public void The_works_of_packages_are_those_of_their_page()
    {
        var firsts = Rows("woven-packages.md")
            .Where(cells => cells is [_, _, "8", ..])
            .DistinctBy(cells => cells[0])
            .Select(cells => $"| {cells[0]}: {cells[1]} | {cells[5]} | {cells[6]} | {cells[7]} | {cells[8]} |");
        var table = File.ReadLines(Repository.PathOf("README.md")).SkipWhile(line => !line.StartsWith("| | bytes, not woven |", StringComparison.Ordinal)).Skip(2).TakeWhile(line => line.StartsWith('|')).ToList();

        Assert.That(table, Has.Count.EqualTo(3));
        Assert.That(table, Is.SubsetOf(firsts));
    }

    [Test]
    public void Real_assemblies_are_those_of_their_page()
    {
        var sums = Rows("real-assemblies.md").Where(cells => cells[0].StartsWith("**all ", StringComparison.Ordinal)).ToList();
        var text = Regex.Replace(File.ReadAllText(Repository.PathOf("docs", "trust.md")), @"\s+", " ");

        Assert.That(sums, Is.Not.Empty);
        Assert.Multiple(() =>
        {
            Assert.That(text, Does.Contain($"{Sum(0)} managed assemblies"));
            Assert.That(text, Does.Contain($": {Sum(1)} changes."));
            Assert.That(text, Does.Contain($"The JIT compiles {Sum(6)} methods"));
            Assert.That(text, Does.Contain($"reads {Sum(9)} bodies"));
            Assert.That(text, Does.Contain($"tried on {BrokenBodies.All.Count} bodies that were broken on purpose"));
        });

        string Sum(int column) => sums.Sum(cells => int.Parse(Regex.Replace(cells[column], @"\D", ""), CultureInfo.InvariantCulture)).ToString("N0", CultureInfo.InvariantCulture);
    }

    [Test]
    public void States_are_as_many_as_their_page_has()
    {
        var rows = Rows("real-assemblies.md").SkipWhile(cells => cells is not ["method", "changed", "without a closure", "left alone"]).Skip(2).TakeWhile(cells => cells.Length == 4).ToList();

        Assert.That(rows, Has.Count.GreaterThan(5));
        Assert.That(
            File.ReadAllText(Repository.PathOf("docs", "following-values.md")),
            Does.Contain($"Of the {rows.Sum(cells => int.Parse(cells[1], CultureInfo.InvariantCulture))} calls that get a state").And
                .Contain($", {rows.Sum(cells => int.Parse(cells[2], CultureInfo.InvariantCulture))} lose their closure."));
    }

    [Test]
    public void Faults_that_are_put_in_are_as_many_as_trust_says() => Assert.That(
        File.ReadAllText(Repository.PathOf("docs", "trust.md")),
        Does.Contain($"into the sources of the runtime ({Mutations.Mutations.All.Count}) and of the weaver ({WeaverMutations.All.Count})"));

    [Test]
    public void The_packages_tell_figures_of_the_README()
    {
        var readme = File.ReadAllText(Repository.PathOf("README.md"));
        foreach (var package in (string[])["PooledAwait.Fody", "PooledAwait.Runtime"])
        {
            var figures = Regex.Matches(File.ReadAllText(Repository.PathOf(package, "PACKAGE.md")), @"[0-9][0-9,.]* B\b").Select(match => match.Value[..^2]).ToList();

            Assert.That(figures, Has.Count.GreaterThan(2));
            Assert.That(figures.Where(figure => !Regex.IsMatch(readme, $@"(?<![0-9,.]){Regex.Escape(figure)}(?![0-9,])")), Is.Empty, package);
        }
    }

    [Test]
    public void Virtual_calls_are_those_of_the_results()
    {
        var results = RowsOf("Benchmarks", "RESULTS.md").Where(cells => Regex.IsMatch(cells[0], "class(es)? of (its own|another assembly)")).ToLookup(cells => cells[0]);
        var expected = results.Select(row => (NotWoven: $"{row.First()[1]} B, {row.Last()[1]} ns", Woven: $"{row.First()[3]} B, {row.Last()[3]} ns"));

        Assert.That(expected.Count(), Is.EqualTo(3));
        Assert.That(
            Rows("direct-awaits.md").SkipWhile(cells => !cells[0].StartsWith("ten awaited calls through an interface", StringComparison.Ordinal)).Skip(2).Take(3).Select(cells => (cells[1], cells[2])),
            Is.EqualTo(expected));
    }

    /// <summary>The cells of each line of a page's tables.</summary>
    private static IEnumerable<string[]> Rows(string page) => RowsOf("docs", page);

    private static IEnumerable<string[]> RowsOf(string folder, string page) => File.ReadLines(Repository.PathOf(folder, page))
        .Where(line => line.StartsWith('|'))
        .Select(line => line.Trim('|').Split('|', StringSplitOptions.TrimEntries));
}
