using System.Xml.Linq;
using Fody;
using PooledAwait.Fody.Options;

namespace Tests.Options;

/// <summary>Tests the error for each kind of content that FodyWeavers.xml must not have.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class OptionsReaderErrorsTests
{
    private const string Names =
        "Builders, DirectAwaits, TimedWaits, WhenAny, StateObjects, ContinueWith, Include, Exclude, OptIn, HarmlessAttributes, MinimumStateMachineSize, Suppress, Verify, Report, Snapshots";

    private const string BuildersAllowed = "one or more of ValueTask, Task, Void (separated by a comma or |), or None alone, or All alone";

    private const string PatternsAllowed =
        "full type names (Namespace.Outer+Inner), and methods of them (Namespace.Type::Method), in which * stands for any text, " +
        "separated by | or one per line in an element";

    [TestCase("<PooledAwait Foo='1'/>", $"attribute 'Foo' is not known; allowed are {Names}")]
    [TestCase("<PooledAwait builders='Task'/>", $"attribute 'builders' is not known; did you mean 'Builders'? Allowed are {Names}")]
    [TestCase("<PooledAwait xmlns:x='urn:x' x:OptIn='true'/>", $"attribute 'OptIn' is not known; allowed are {Names}")]
    [TestCase("<PooledAwait><Foo/></PooledAwait>", $"element <Foo> is not known; allowed are {Names}")]
    [TestCase("<PooledAwait><OptIn xmlns='urn:x'>true</OptIn></PooledAwait>", $"element <OptIn> is not known; allowed are {Names}")]
    [TestCase("<PooledAwait>Task</PooledAwait>", $"text 'Task' is outside any option; allowed are attributes and elements with the names {Names}")]
    [TestCase("<PooledAwait><OptIn x='1'>true</OptIn></PooledAwait>", "element <OptIn> has attributes or elements; only text is allowed")]
    [TestCase("<PooledAwait><Include><Type/></Include></PooledAwait>", "element <Include> has attributes or elements; only text is allowed")]
    [TestCase("<PooledAwait OptIn='true'><OptIn>true</OptIn></PooledAwait>", "'OptIn' is given more than once; only one attribute or one element is allowed")]
    [TestCase("<PooledAwait><OptIn>true</OptIn><OptIn>true</OptIn></PooledAwait>", "'OptIn' is given more than once; only one attribute or one element is allowed")]
    [TestCase("<PooledAwait Include='A' Exclude='B'/>", "'Include' and 'Exclude' are both given; only one of them is allowed")]
    [TestCase("<PooledAwait Include='A'><Exclude>B</Exclude></PooledAwait>", "'Include' and 'Exclude' are both given; only one of them is allowed")]
    [TestCase("<PooledAwait Builders='Tasks'/>", $"attribute 'Builders' is 'Tasks'; did you mean 'Task'? Allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait Builders=''/>", $"attribute 'Builders' is ''; allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait Builders='3'/>", $"attribute 'Builders' is '3'; allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait Builders='Task,'/>", $"attribute 'Builders' lists ''; allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait Builders='Task,None'/>", $"attribute 'Builders' lists 'None'; allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait Builders='All|Task'/>", $"attribute 'Builders' lists 'All'; allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait><Builders>Tasks</Builders></PooledAwait>", $"element <Builders> is 'Tasks'; did you mean 'Task'? Allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait WhenAny='Some'/>", "attribute 'WhenAny' is 'Some'; allowed are None, Tasks, All")]
    [TestCase("<PooledAwait WhenAny='Task'/>", "attribute 'WhenAny' is 'Task'; did you mean 'Tasks'? Allowed are None, Tasks, All")]
    [TestCase("<PooledAwait Builders='ValueTask, Viod'/>", $"attribute 'Builders' lists 'Viod'; did you mean 'Void'? Allowed are {BuildersAllowed}")]
    [TestCase("<PooledAwait Report='Ful'/>", "attribute 'Report' is 'Ful'; did you mean 'Full'? Allowed are None, Summary, Full")]
    [TestCase("<PooledAwait OptIn='ture'/>", "attribute 'OptIn' is 'ture'; did you mean 'true'? Allowed are true, false")]
    [TestCase("<PooledAwait Exlude='A'/>", $"attribute 'Exlude' is not known; did you mean 'Exclude'? Allowed are {Names}")]
    [TestCase("<PooledAwait><MinimumMachineSize/></PooledAwait>", $"element <MinimumMachineSize> is not known; did you mean 'MinimumStateMachineSize'? Allowed are {Names}")]
    [TestCase("<PooledAwait WhenAny='1'/>", "attribute 'WhenAny' is '1'; allowed are None, Tasks, All")]
    [TestCase("<PooledAwait WhenAny='None,All'/>", "attribute 'WhenAny' is 'None,All'; allowed are None, Tasks, All")]
    [TestCase("<PooledAwait Report='Long'/>", "attribute 'Report' is 'Long'; allowed are None, Summary, Full")]
    [TestCase("<PooledAwait ContinueWith='yes'/>", "attribute 'ContinueWith' is 'yes'; allowed are true, false")]
    [TestCase("<PooledAwait OptIn='1'/>", "attribute 'OptIn' is '1'; allowed are true, false")]
    [TestCase("<PooledAwait><Snapshots/></PooledAwait>", "element <Snapshots> is ''; allowed are true, false")]
    [TestCase("<PooledAwait MinimumStateMachineSize='-1'/>", "attribute 'MinimumStateMachineSize' is '-1'; allowed are whole numbers of bytes from 0 to 2147483647")]
    [TestCase("<PooledAwait MinimumStateMachineSize='2147483648'/>", "attribute 'MinimumStateMachineSize' is '2147483648'; allowed are whole numbers of bytes from 0 to 2147483647")]
    [TestCase("<PooledAwait MinimumStateMachineSize='1.5'/>", "attribute 'MinimumStateMachineSize' is '1.5'; allowed are whole numbers of bytes from 0 to 2147483647")]
    [TestCase("<PooledAwait Suppress='CS1591'/>", "attribute 'Suppress' is 'CS1591'; allowed are identifiers of warnings (PA and three digits), separated by a semicolon, a comma or |")]
    [TestCase("<PooledAwait Suppress='PA001,PA1'/>", "attribute 'Suppress' lists 'PA1'; allowed are identifiers of warnings (PA and three digits), separated by a semicolon, a comma or |")]
    [TestCase("<PooledAwait Include=''/>", $"attribute 'Include' has an empty pattern; allowed are {PatternsAllowed}")]
    [TestCase("<PooledAwait Exclude='A||B'/>", $"attribute 'Exclude' has an empty pattern; allowed are {PatternsAllowed}")]
    [TestCase("<PooledAwait><Include>\n\n</Include></PooledAwait>", $"element <Include> has an empty pattern; allowed are {PatternsAllowed}")]
    [TestCase("<PooledAwait Include='A B'/>", $"attribute 'Include' is 'A B'; allowed are {PatternsAllowed}")]
    [TestCase("<PooledAwait Include='A|B, C'/>", $"attribute 'Include' lists 'B, C'; allowed are {PatternsAllowed}")]
    public void What_is_not_allowed_is_one_error_that_names_the_file_and_the_thing_and_what_is_allowed(string xml, string error) =>
        Assert.That(
            () => Read(xml),
            Throws.TypeOf<WeavingException>().With.Message.EqualTo($"/src/app/FodyWeavers.xml: {error}."));

    [Test]
    public void All_errors_are_told_at_once()
    {
        var error = Assert.Throws<WeavingException>(
            () => Read("<PooledAwait Foo='1' OptIn='maybe' Include='A'><Exclude>|</Exclude><Bar/></PooledAwait>"));

        Assert.That(
            error!.Message.Split('\n').Select(line => line["/src/app/FodyWeavers.xml: ".Length..]),
            Is.EqualTo(
            [
                $"attribute 'Foo' is not known; allowed are {Names}.",
                $"element <Bar> is not known; allowed are {Names}.",
                $"element <Exclude> has an empty pattern; allowed are {PatternsAllowed}.",
                "attribute 'OptIn' is 'maybe'; allowed are true, false.",
                "'Include' and 'Exclude' are both given; only one of them is allowed.",
            ]));
    }

    private static WeaverOptions Read(string xml) => OptionsReader.ReadFrom(XElement.Parse(xml), "/src/app/FodyWeavers.xml");
}
