using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Options;
using static Tests.Options.NestedPlaces;

namespace Tests.Options;

/// <summary>If several places have a setting for a method, the narrowest place decides.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public sealed class ScopePlacesTests
{
    /// <summary>Every pair of places with the same setting. The narrower place wins.</summary>
    public static IEnumerable<TestCaseData> Pairs =>
        from narrow in Enumerable.Range(0, Places.Length - 1)
        from wide in Enumerable.Range(narrow + 1, Places.Length - narrow - 1)
        select new TestCaseData(Places[narrow], Places[wide]).SetArgDisplayNames($"{Places[narrow]} over {Places[wide]}");

    [TestCaseSource(nameof(Pairs))]
    public void The_narrower_place_decides_a_setting(string narrow, string wide)
    {
        var settings = SettingsOf(
            Attributes(
                (narrow, "PooledAwait(Builders = PooledBuilders.Task, DirectAwaits = false, TimedWaits = false, WhenAny = PooledWhenAny.Tasks, StateObjects = PooledStateObjects.Run, ContinueWith = false, MinimumStateMachineSize = 77)"),
                (wide, "PooledAwait(Builders = PooledBuilders.Void, DirectAwaits = true, TimedWaits = true, WhenAny = PooledWhenAny.None, StateObjects = PooledStateObjects.Register, ContinueWith = true, MinimumStateMachineSize = 99)")),
            wide == "XML" ? "<PooledAwait Builders='Void' DirectAwaits='true' TimedWaits='true' WhenAny='None' StateObjects='Register' ContinueWith='true' MinimumStateMachineSize='99'/>" : "<PooledAwait/>");

        Assert.That(settings, Is.EqualTo(new MethodSettings(PooledBuilders.Task, false, false, PooledWhenAny.Tasks, PooledStateObjects.Run, 77, null)));
    }

    [TestCaseSource(nameof(Pairs))]
    public void A_setting_that_the_narrower_place_does_not_name_comes_from_the_wider(string narrow, string wide)
    {
        var settings = SettingsOf(
            Attributes(
                (narrow, "PooledAwait(WhenAny = PooledWhenAny.Tasks)"),
                (wide, "PooledAwait(Builders = PooledBuilders.Void, DirectAwaits = false, TimedWaits = false, WhenAny = PooledWhenAny.None, MinimumStateMachineSize = 99)")),
            wide == "XML" ? "<PooledAwait Builders='Void' DirectAwaits='false' TimedWaits='false' WhenAny='None' MinimumStateMachineSize='99'/>" : "<PooledAwait/>");

        Assert.That(settings, Is.EqualTo(new MethodSettings(PooledBuilders.Void, false, false, PooledWhenAny.Tasks, DefaultStateObjects.Value, 99, null)));
    }

    [TestCaseSource(nameof(Pairs))]
    public void The_narrower_place_ignores_what_the_wider_takes_in(string narrow, string wide) =>
        Assert.That(
            SettingsOf(Attributes((narrow, "PooledAwaitIgnore"), (wide, "PooledAwait")), "<PooledAwait/>").OutOfScope,
            Is.SameAs(Reason.Ignored));

    [TestCaseSource(nameof(Pairs))]
    public void The_narrower_place_takes_in_what_the_wider_leaves_out(string narrow, string wide) =>
        Assert.That(
            SettingsOf(
                Attributes((narrow, "PooledAwait"), (wide, "PooledAwaitIgnore")),
                wide == "XML" ? "<PooledAwait OptIn='true'/>" : "<PooledAwait/>").OutOfScope,
            Is.Null);

    [Test]
    public void Every_place_takes_in_under_OptIn([ValueSource(nameof(WithAttributes))] string place) =>
        Assert.That(SettingsOf(Attributes((place, "PooledAwait")), "<PooledAwait OptIn='true'/>").OutOfScope, Is.Null);

    private static IEnumerable<string> WithAttributes => Places.Where(place => place != "XML");

    [Test]
    public void Without_an_attribute_nothing_is_in_scope_under_OptIn() =>
        Assert.That(SettingsOf([], "<PooledAwait OptIn='true'/>").OutOfScope, Is.SameAs(Reason.NotOptedIn));

    [Test]
    public void Without_an_attribute_the_settings_are_those_of_the_file() =>
        Assert.That(
            SettingsOf([], "<PooledAwait Builders='Task' DirectAwaits='false' TimedWaits='false' WhenAny='None' StateObjects='StartNew, ContinueWith' ContinueWith='false' MinimumStateMachineSize='5'/>"),
            Is.EqualTo(new MethodSettings(PooledBuilders.Task, false, false, PooledWhenAny.None, PooledStateObjects.StartNew, 5, null)));

    /// <summary>A case for each cell of the table in docs/options.md.</summary>
    public static IEnumerable<TestCaseData> Documented
    {
        get
        {
            var table = File.ReadAllText(Repository.PathOf("docs", "options.md")).Split("<!-- precedence -->")[1].Split("\n\n")[0].Trim().Split('\n')
                .Select(line => line.Trim('|').Split('|').Select(cell => cell.Trim()).ToArray()).ToArray();
            return
                from row in table.Skip(2)
                from column in Enumerable.Range(1, row.Length - 1)
                where row[column].Length > 0
                select new TestCaseData(row[0], table[0][column], row[column]).SetArgDisplayNames($"{row[0]} against {table[0][column]}");
        }
    }

    [TestCaseSource(nameof(Documented))]
    public void The_documented_place_decides(string row, string column, string winner)
    {
        var loser = winner == row ? column : row;
        Assert.That(winner, Is.EqualTo(row).Or.EqualTo(column));
        Assert.That(InScope(winner, loser), Is.EqualTo(winner != "Exclude"), "The winner takes in, unless all it can do is to leave out.");
        if (winner != "Exclude" && loser is not ("Exclude" or "OptIn"))
        {
            Assert.That(
                SettingsOf(Attributes((winner, "PooledAwaitIgnore"), (loser, "PooledAwait")), "<PooledAwait/>").OutOfScope,
                Is.SameAs(Reason.Ignored));
        }

        // Gives the two places opposite settings. The winner includes the method, and the loser excludes the method. Exclude can only exclude, so if Exclude is
        // the winner, the loser includes the method.
        static bool InScope(string winner, string loser)
        {
            (string, string)[] attributes = winner == "Exclude"
                ? loser == "OptIn" ? [] : [(loser, "PooledAwait")]
                : loser is "Exclude" or "OptIn" ? [(winner, "PooledAwait")] : [(winner, "PooledAwait"), (loser, "PooledAwaitIgnore")];
            var exclude = winner == "Exclude" || loser == "Exclude" ? "Exclude='*'" : "";
            var optIn = loser == "OptIn" && winner != "Exclude" ? "OptIn='true'" : "";
            return SettingsOf(Attributes(attributes), $"<PooledAwait {exclude} {optIn}/>").OutOfScope == null;
        }
    }

    [Test]
    public void The_table_has_every_pair() => Assert.That(Documented.Count(), Is.EqualTo(7 + 6 + 5 + 4 + 3 + 2 + 1));
}
