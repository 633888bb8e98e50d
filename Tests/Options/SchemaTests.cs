using System.Xml.Linq;
using System.Xml.Schema;
using PooledAwait;
using PooledAwait.Fody.Options;

namespace Tests.Options;

/// <summary>In FodyWeavers.xml, editors offer exactly what the options reader accepts.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class SchemaTests
{
    private static readonly XElement s_whole = XElement.Load(Repository.PathOf("FodyWeavers.xsd"));

    [Test]
    public void Files_are_as_the_tables_of_the_weaver_say([ValueSource(typeof(OptionFiles), nameof(OptionFiles.Names))] string file) =>
        Assert.That(OptionFiles.Read(file), Is.EqualTo(OptionFiles.Written(file)), $"Run: {OptionFiles.Command}");

    /// <summary>Options whose default is a value, and not a description in words.</summary>
    private static IEnumerable<string> WithDefault =>
        from option in WeaverOption.All
        where option.Kind == OptionKind.Bytes || option.Kind.Words.Contains(option.Default)
        select option.Name;

    [Test]
    public void The_default_of_an_option_is_what_the_weaver_takes_without_it([ValueSource(nameof(WithDefault))] string name)
    {
        var option = new XAttribute(name, WeaverOption.All.Single(option => option.Name == name).Default);
        Assert.That(OptionsReader.ReadFrom(new XElement("PooledAwait", option), ""), Is.EqualTo(new WeaverOptions()));
    }

    /// <summary>No code reads the defaults of the attribute's properties; they are for people. The property with a number of bytes has no default.</summary>
    [Test]
    public void The_attribute_has_the_defaults_of_the_weaver() => Assert.Multiple(() =>
    {
        foreach (var option in WeaverOption.All.Where(option => option.IsInAttribute && option.Kind != OptionKind.Bytes))
        {
            var value = typeof(PooledAwaitAttribute).GetProperty(option.Name)!.GetValue(new PooledAwaitAttribute())!;
            Assert.That(option.Set(new WeaverOptions(), value is Enum ? Convert.ToInt32(value) : value), Is.EqualTo(new WeaverOptions()), option.Name);
        }
    });

    [TestCase("<PooledAwait/>")]
    [TestCase("<PooledAwait Builders='ValueTask, Task' DirectAwaits='false' TimedWaits='false' WhenAny='Tasks' StateObjects='GetOrAdd, Run' ContinueWith='false' OptIn='true' MinimumStateMachineSize='64'/>")]
    [TestCase("<PooledAwait Include='App.*|Lib.Type' Suppress='PA001' Report='Full' Snapshots='true'/>")]
    [TestCase("<PooledAwait><Report>None</Report><Exclude>\n  App.One\n  App.Two\n</Exclude></PooledAwait>")]
    public void What_the_reader_takes_is_valid(string xml)
    {
        Assert.That(() => OptionsReader.ReadFrom(XElement.Parse(xml), ""), Throws.Nothing);
        Assert.That(Errors(xml), Is.Empty);
    }

    [TestCase("<PooledAwait Foo='1'/>")]
    [TestCase("<PooledAwait><Foo/></PooledAwait>")]
    [TestCase("<PooledAwait><OptIn>true</OptIn><OptIn>true</OptIn></PooledAwait>")]
    [TestCase("<PooledAwait WhenAny='Some'/>")]
    [TestCase("<PooledAwait OptIn='1'/>")]
    [TestCase("<PooledAwait MinimumStateMachineSize='-1'/>")]
    [TestCase("<PooledAwait>text</PooledAwait>")]
    public void What_the_reader_refuses_is_invalid(string xml)
    {
        Assert.That(() => OptionsReader.ReadFrom(XElement.Parse(xml), ""), Throws.Exception);
        Assert.That(Errors(xml), Has.Count.EqualTo(1));
    }

    private static List<string> Errors(string xml)
    {
        var schemas = new XmlSchemaSet();
        schemas.Add(null, s_whole.CreateReader());
        var errors = new List<string>();
        new XDocument(new XElement("Weavers", XElement.Parse(xml))).Validate(schemas, (_, error) => errors.Add(error.Message));
        return errors;
    }
}
