using System.Text.RegularExpressions;
using PooledAwait.Fody.Decisions;
using Tests.Snapshots;

namespace Tests.Report.Conditions;

/// <summary>
/// The report names each condition (the detailed cause of a reason) at least once: for a fixture in LeftAlone or, if no C# compiler emits such code, for a
/// module that a test prepares.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed partial class ConditionsTests
{
    private static readonly IReadOnlyList<Condition> s_all = [.. typeof(Condition).GetFields().Select(field => field.GetValue(null)).OfType<Condition>()];

    [Test]
    public Task The_table_shows_a_refusal_of_every_condition() => Verifier.Verify(string.Join(
        "\n",
        from condition in s_all.OrderBy(condition => condition.Id, StringComparer.Ordinal)
        let shown = Refusals.All.FirstOrDefault(shown => shown.Failed.Condition == condition)
        select shown == null ? $"{condition.Id}: NONE" : $"{condition.Id} ({shown.Failed.Reason}): {shown.Where}: {shown.Failed.Sentence}"));

    [Test]
    public void No_condition_is_without_code_that_fails_it() => Assert.That(
        s_all.Except(Refusals.All.Select(shown => shown.Failed.Condition)).Select(condition => condition!.Id), Is.Empty);

    [Test]
    public void A_refusal_is_of_a_reason_that_its_condition_stands_for() => Assert.That(
        Refusals.All.Where(shown => shown.Failed.Condition is { } condition && !condition.Reasons.Contains(shown.Failed.Reason)).Select(shown => shown.Where), Is.Empty);

    /// <summary>If a reason has conditions, the report always names the condition that failed.</summary>
    [Test]
    public void A_reason_of_several_conditions_says_which() => Assert.That(
        Refusals.All.Where(shown => shown.Failed.Condition == null && s_all.Any(condition => condition.Reasons.Contains(shown.Failed.Reason)))
            .Select(shown => $"{shown.Where}: {shown.Failed.Reason}"),
        Is.Empty);

    [Test]
    public void A_prepared_module_shows_what_no_fixture_does() => Assert.That(
        Refusals.Prepared.Select(shown => shown.Failed.Condition).Where(condition => condition != null && Refusals.InFixtures.Any(shown => shown.Failed.Condition == condition))
            .Select(condition => condition!.Id).Except(["invalid-body"]).Distinct(),
        Is.Empty);

    [Test]
    public void Identifiers_are_unique_and_in_kebab_case() =>
        Assert.That(s_all.Select(condition => condition.Id), Is.Unique.And.All.Match("^[a-z]+(-[a-z]+)*$"));

    [Test]
    public void A_sentence_is_one_and_has_a_place_for_each_name() => Assert.Multiple(() =>
    {
        foreach (var shown in Refusals.All.Where(shown => shown.Failed.Sentence != null))
        {
            Assert.That(shown.Failed.Sentence, Does.EndWith(".").And.Not.Contain("{").And.Not.Contain("``"), shown.Where);
        }

        foreach (var condition in s_all)
        {
            var places = Place().Matches(condition.Sentence).Select(match => match.Groups[1].Value).Distinct().Order();
            Assert.That(places, Is.EqualTo(Enumerable.Range(0, places.Count()).Select(number => $"{number}")), condition.Id);
        }
    });

    [GeneratedRegex(@"\{(\d)\}")]
    private static partial Regex Place();
}
