using System.Xml.Linq;
using PooledAwait.Fody.Options;

namespace Tests.Options;

[Parallelizable(ParallelScope.Self)]
public sealed class OptionsReaderTests
{
    [TestCase("<PooledAwait/>")]
    [TestCase("<PooledAwait><!-- nothing --></PooledAwait>")]
    [TestCase("<PooledAwait xmlns:xsi='http://www.w3.org/2001/XMLSchema-instance' />")]
    public void An_empty_element_gives_the_defaults(string xml)
    {
        var options = Read(xml);

        Assert.That(options.Builders, Is.EqualTo(PooledBuilders.All));
        Assert.That(options.DirectAwaits, Is.True);
        Assert.That(options.TimedWaits, Is.True);
        Assert.That(options.WhenAny, Is.EqualTo(PooledWhenAny.All));
        Assert.That(options.StateObjects, Is.EqualTo(DefaultStateObjects.Value));
        Assert.That(options.Include, Is.Empty);
        Assert.That(options.Exclude, Is.Empty);
        Assert.That(options.OptIn, Is.False);
        Assert.That(options.MinimumStateMachineSize, Is.EqualTo(32));
        Assert.That(options.Suppress, Is.Empty);
        Assert.That(options.Verify, Is.EqualTo(VerifyLevel.Warn));
        Assert.That(options.Report, Is.EqualTo(ReportLevel.Summary));
        Assert.That(options.Snapshots, Is.False);
    }

    [Test]
    public void Fodys_own_stand_in_for_a_missing_element_gives_the_defaults() =>
        Assert.That(Read("<Empty/>"), Is.EqualTo(new WeaverOptions()));

    [TestCase("ValueTask", PooledBuilders.ValueTask)]
    [TestCase("Task", PooledBuilders.Task)]
    [TestCase("Void", PooledBuilders.Void)]
    [TestCase("None", PooledBuilders.None)]
    [TestCase("All", PooledBuilders.All)]
    [TestCase("valuetask, TASK", PooledBuilders.ValueTask | PooledBuilders.Task)]
    [TestCase("ValueTask|Void", PooledBuilders.ValueTask | PooledBuilders.Void)]
    [TestCase("ValueTask | Task , Void", PooledBuilders.All)]
    public void Builders_lists_kinds(string value, object expected) =>
        EachWay("Builders", value, options => Assert.That(options.Builders, Is.EqualTo(expected)));

    [TestCase("None", PooledWhenAny.None)]
    [TestCase("Tasks", PooledWhenAny.Tasks)]
    [TestCase(" all ", PooledWhenAny.All)]
    public void WhenAny_is_a_level(string value, object expected) =>
        EachWay("WhenAny", value, options => Assert.That(options.WhenAny, Is.EqualTo(expected)));

    [TestCase("none", VerifyLevel.None)]
    [TestCase("Warn", VerifyLevel.Warn)]
    [TestCase("ERROR", VerifyLevel.Error)]
    public void Verify_is_a_level(string value, object expected) =>
        EachWay("Verify", value, options => Assert.That(options.Verify, Is.EqualTo(expected)));

    [TestCase("None", ReportLevel.None)]
    [TestCase("summary", ReportLevel.Summary)]
    [TestCase("FULL", ReportLevel.Full)]
    public void Report_is_a_level(string value, object expected) =>
        EachWay("Report", value, options => Assert.That(options.Report, Is.EqualTo(expected)));

    [TestCase("true", true)]
    [TestCase("False", false)]
    public void Switches_are_true_or_false(string value, bool expected)
    {
        EachWay("DirectAwaits", value, options => Assert.That(options.DirectAwaits, Is.EqualTo(expected)));
        EachWay("ContinueWith", value, options => Assert.That(options.StateObjects.HasFlag(PooledStateObjects.ContinueWith), Is.EqualTo(expected)));
        EachWay("OptIn", value, options => Assert.That(options.OptIn, Is.EqualTo(expected)));
        EachWay("Snapshots", value, options => Assert.That(options.Snapshots, Is.EqualTo(expected)));
    }

    [TestCase("0", 0)]
    [TestCase("2147483647", int.MaxValue)]
    public void MinimumStateMachineSize_is_a_number_of_bytes(string value, int expected) =>
        EachWay("MinimumStateMachineSize", value, options => Assert.That(options.MinimumStateMachineSize, Is.EqualTo(expected)));

    [Test]
    public void Suppress_lists_warning_identifiers_once_each([Values("PA001, pa017|PA001", ";PA001;pa017", "PA001;PA017; ", "PA001,PA017;PA001")] string value) =>
        EachWay("Suppress", value, options => Assert.That(options.Suppress, Is.EqualTo(["PA001", "PA017"])));

    [Test]
    public void Suppress_may_have_a_semicolon_and_nothing_else() => EachWay("Suppress", ";", options => Assert.That(options.Suppress, Is.Empty));

    [TestCase("Include")]
    [TestCase("Exclude")]
    public void Patterns_are_separated_by_bars(string option) =>
        EachWay(option, "App.*| App.Outer+Inner", options => Assert.That(Patterns(options), Is.EqualTo(["App.*", "App.Outer+Inner"])));

    [Test]
    public void An_element_has_a_pattern_to_a_line_and_bars_as_well()
    {
        var options = Read(
            """
            <PooledAwait>
              <Include>

                App.One
                App.Two|App.Three
              </Include>
            </PooledAwait>
            """);

        Assert.That(Patterns(options), Is.EqualTo(["App.One", "App.Two", "App.Three"]));
    }

    [Test]
    public void An_element_has_other_lists_to_a_line_as_well()
    {
        var options = Read("<PooledAwait><Builders>\n Task\n Void\n</Builders><Suppress>\n PA001\n PA002\n</Suppress></PooledAwait>");

        Assert.That(options.Builders, Is.EqualTo(PooledBuilders.Task | PooledBuilders.Void));
        Assert.That(options.Suppress, Is.EqualTo(["PA001", "PA002"]));
    }

    private static WeaverOptions Read(string xml) => OptionsReader.ReadFrom(XElement.Parse(xml), "/src/app/FodyWeavers.xml");

    private static void EachWay(string option, string value, Action<WeaverOptions> check)
    {
        check(Read(new XElement("PooledAwait", new XAttribute(option, value)).ToString()));
        check(Read(new XElement("PooledAwait", new XElement(option, value)).ToString()));
    }

    private static IEnumerable<string> Patterns(WeaverOptions options) =>
        options.Include.Concat(options.Exclude).Select(pattern => pattern.Text);
}
