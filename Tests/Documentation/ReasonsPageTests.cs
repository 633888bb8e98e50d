using System.Text.RegularExpressions;
using PooledAwait.Fody.Decisions;

namespace Tests.Documentation;

/// <summary>The page to which the report links has a section for every reason, in the reasons' own words.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class ReasonsPageTests
{
    private static readonly MarkdownFile s_page = new("docs/reasons.md");

    private static readonly Dictionary<string, Reason> s_reasons =
        typeof(Reason).GetFields().Select(field => field.GetValue(null)).OfType<Reason>().ToDictionary(reason => reason.Id);

    private static readonly IReadOnlyList<Condition> s_conditions = [.. typeof(Condition).GetFields().Select(field => field.GetValue(null)).OfType<Condition>()];

    private static IEnumerable<string> Identifiers => s_reasons.Keys;

    [Test]
    public void Every_reason_has_a_section_and_there_is_no_other() => Assert.That(
        s_page.Prose.Where(line => line.StartsWith("### ", StringComparison.Ordinal)).Select(line => line[4..]),
        Is.EquivalentTo(Identifiers));

    [TestCaseSource(nameof(Identifiers))]
    public void A_section_says_what_the_report_says(string identifier)
    {
        var reason = s_reasons[identifier];

        Assert.That(
            Section(identifier).Skip(1).First(),
            Is.EqualTo(reason.HasAdvice ? $"{reason.Sentence} {reason.Advice}" : reason.Sentence));
    }

    /// <summary>The page has the report's words, with an ellipsis in place of each name from the program.</summary>
    [TestCaseSource(nameof(Identifiers))]
    public void A_section_lists_the_conditions_of_its_reason(string identifier) => Assert.That(
        Section(identifier).Where(line => line.StartsWith("- ", StringComparison.Ordinal)),
        Is.EquivalentTo(
            from condition in s_conditions
            where condition.Reasons.Contains(s_reasons[identifier])
            select $"- `{condition.Id}`: {Place().Replace(condition.Sentence, "…")}"));

    [TestCaseSource(nameof(Identifiers))]
    public void A_reason_leads_to_its_section(string identifier)
    {
        var address = s_reasons[identifier].Page.Split('#');

        Assert.That(address[0], Does.EndWith("/docs/reasons.md"));
        Assert.That(s_page.Anchors, Does.Contain(address[1]));
    }

    private static IEnumerable<string> Section(string identifier) =>
        s_page.Prose.SkipWhile(line => line != $"### {identifier}").Skip(1).TakeWhile(line => !line.StartsWith('#'));

    [GeneratedRegex(@"\{\d\}")]
    private static partial Regex Place();
}
