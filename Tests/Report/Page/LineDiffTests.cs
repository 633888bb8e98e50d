using PooledAwait.Fody.Report;

namespace Tests.Report.Page;

[Parallelizable(ParallelScope.Self)]
public sealed class LineDiffTests
{
    [TestCase("", "", "")]
    [TestCase("abc", "abc", "aa bb cc")]
    [TestCase("abc", "axc", "aa bx cc")]
    [TestCase("abc", "abxc", "aa bb -x cc")]
    [TestCase("abxc", "abc", "aa bb x- cc")]
    [TestCase("abc", "", "a- b- c-")]
    [TestCase("", "ab", "-a -b")]
    [TestCase("abcd", "bcde", "a- bb cc dd -e")]
    [TestCase("aab", "ab", "aa a- bb")]
    public void Pairs_lines_side_by_side(string before, string after, string expected)
    {
        var rows = Rows(before, after);

        Assert.That(string.Join(" ", rows.Select(row => $"{At(before, row.Before)}{At(after, row.After)}")), Is.EqualTo(expected));
        AssertValid(before, after, rows);
    }

    [Test]
    public void Has_no_more_differences_than_need_be()
    {
        // The example of Myers, "An O(ND) Difference Algorithm and Its Variations", 1986.
        AssertValid("abcabba", "cbabac", Rows("abcabba", "cbabac"));

        var random = new Random(20260101);
        for (var round = 0; round < 3000; round++)
        {
            var before = Text();
            var after = Text();
            AssertValid(before, after, Rows(before, after));
        }

        string Text() => string.Concat(Enumerable.Range(0, random.Next(12)).Select(_ => (char)('a' + random.Next(4))));
    }

    [Test]
    public void Shows_texts_that_have_too_little_in_common_as_replaced()
    {
        var before = Enumerable.Range(0, 3000).Select(number => $"before {number}").Append("same").ToArray();
        var after = Enumerable.Range(0, 2000).Select(number => $"after {number}").Append("same").ToArray();

        var rows = LineDiff.Between(before, after);

        Assert.That(rows, Has.Count.EqualTo(3001));
        Assert.That(rows[^1], Is.EqualTo((3000, 2000)));
        Assert.That(rows[2500], Is.EqualTo((2500, -1)));
    }

    private static IReadOnlyList<(int Before, int After)> Rows(string before, string after) => LineDiff.Between(Lines(before), Lines(after));

    private static string[] Lines(string text) => [.. text.Select(c => c.ToString())];

    private static char At(string text, int index) => index < 0 ? '-' : text[index];

    private static void AssertValid(string before, string after, IReadOnlyList<(int Before, int After)> rows)
    {
        Assert.That(rows.Select(row => row.Before).Where(index => index >= 0), Is.EqualTo(Enumerable.Range(0, before.Length)), $"{before} {after}");
        Assert.That(rows.Select(row => row.After).Where(index => index >= 0), Is.EqualTo(Enumerable.Range(0, after.Length)), $"{before} {after}");
        Assert.That(rows.Count(row => At(before, row.Before) == At(after, row.After)), Is.EqualTo(Common(before, after)), $"{before} {after}");
    }

    /// <summary>Returns the length of the longest common subsequence, by the usual algorithm with a table.</summary>
    private static int Common(string before, string after)
    {
        var table = new int[before.Length + 1, after.Length + 1];
        for (var x = 1; x <= before.Length; x++)
        {
            for (var y = 1; y <= after.Length; y++)
            {
                table[x, y] = before[x - 1] == after[y - 1] ? table[x - 1, y - 1] + 1 : Math.Max(table[x - 1, y], table[x, y - 1]);
            }
        }

        return table[before.Length, after.Length];
    }
}
