using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Report;

/// <summary>Tests the warnings of a build. Each warning has an identifier, a line, advice, and the way to silence it.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class WarningsTests
{
    private static readonly string[] s_identifiers =
        [.. typeof(Warning).GetFields().Select(field => field.GetValue(null)).OfType<Warning>().Select(warning => warning.Id)];

    [TestCaseSource(typeof(WarningCases), nameof(WarningCases.All))]
    public void Is_told_and_can_be_suppressed(string id, WeaverMessageLevel level, string? place, string config, string source, string text)
    {
        var compiled = Fixtures.Compile(Shape.Release, source);
        Action<ModuleDefinition>? prepare = id == "PA004" ? AddBuilder : null;

        var told = Told(compiled, XElement.Parse(config), prepare);
        Assert.That(told, Is.EqualTo((WeaverMessage[])[new(level, text, place)]));

        var suppressing = XElement.Parse(config);
        suppressing.SetAttributeValue("Suppress", $"PA999, {id.ToLowerInvariant()}");
        Assert.That(Told(compiled, suppressing, prepare), Is.Empty);
    }

    [Test]
    public void Callers_in_the_way_are_told_of_only_where_all_is_to_be_told()
    {
        var compiled = Members("static async ValueTask<int> M() { await Task.Yield(); return 1; } static void N() { _ = M().IsCompleted; }");

        Assert.That(Told(compiled, new XElement("PooledAwait")), Is.Empty);
        Assert.That(Told(compiled, new XElement("PooledAwait", new XAttribute("Report", "Full"))), Has.One.Items);
    }

    [TestCase("[PooledAwait.PooledAwait(Builders = PooledAwait.PooledBuilders.None)]")]
    [TestCase("")]
    public void An_attribute_that_was_heeded_is_no_warning(string attribute)
    {
        var compiled = Fixtures.Compile(
            Shape.Release,
            $"using System.Threading.Tasks; class C {{ {attribute} static async ValueTask M() => await Task.Yield(); }}");

        Assert.That(Told(compiled, new XElement("PooledAwait")), Is.Empty);
    }

    [TestCase("<PooledAwait Report='None'\n  Include='C|Lib.*'/>", "(4,3)")]
    [TestCase("<PooledAwait><Report>None</Report>\n<Exclude>Lib.*</Exclude></PooledAwait>", "(4,2)")]
    [TestCase("<PooledAwait>\n<Exclude>\n  D\n  App.* | Lib.*\n</Exclude></PooledAwait>", "(6,11)", "D")]
    public void A_pattern_that_matches_nothing_is_told_with_its_line_in_the_file(string element, string place, string type = "C")
    {
        using var folder = new TemporaryFolder();
        var file = folder.PathOf("FodyWeavers.xml");
        File.WriteAllText(file, $"<Weavers>\n  <Other />\n{element}\n</Weavers>");

        // Fody passes the element in this way: as separate text that is parsed again.
        var config = XElement.Parse(XElement.Load(file).Elements().Last().ToString());

        var compiled = Fixtures.Compile(Shape.Release, $"class {type}; namespace App {{ class E; }}");
        Assert.That(Places(), Is.EqualTo((string[])[file + place]));
        config.SetAttributeValue("StateObjects", "None");
        Assert.That(Places(), Is.EqualTo((string?[])[null]), "What the file does not say comes from somewhere else.");

        string?[] Places()
        {
            var messages = new WeavingRunner { Config = config, Directory = folder.FullName }.Weave(compiled).Messages;
            return [.. messages.Where(message => message.Level == WeaverMessageLevel.Warning).Select(message => message.Place)];
        }
    }

    [TestCase(
        "[PooledAwait] static async ValueTask M() { await Task.Yield(); Func<ValueTask> f = async () => await Task.Yield(); await f(); } " +
        "static void N() { _ = M(); }")]
    [TestCase("[PooledAwait] static ValueTask P { get { return Local(); static async ValueTask Local() => await Task.Yield(); } }")]
    public void A_change_in_what_a_member_holds_heeds_its_attribute(string members) =>
        Assert.That(Told(Members(members), new XElement("PooledAwait")), Is.Empty);

    [TestCase("[PooledAwait] static async Task M() => await Task.Yield();")]
    [TestCase("[PooledAwait] static async Task M() { }")]
    public void An_attribute_on_what_no_change_would_make_better_is_no_warning(string member) =>
        Assert.That(Told(Members(member), new XElement("PooledAwait")), Is.Empty);

    [TestCase(
        "[PooledAwait] static Task M(Task task, Action<Task> then) { Func<Task> f = () => task.ContinueWith(then); return f(); }",
        "C.M(Task, Action<Task>) carries [PooledAwait], but nothing in it was changed. Its delegate comes from a variable, a field or a call. " +
        "It is a call of ContinueWith. `then` holds it. (source.cs:5) Write the lambda in the call itself.")]
    [TestCase(
        "[PooledAwait] static int M() => 1;",
        "C.M() carries [PooledAwait], but there is nothing in it to change: it is not async, and calls neither WhenAny nor a method that can pass a state to its delegate. " +
        "Remove the attribute.")]
    [TestCase(
        "[PooledAwait] int this[int a] { get => a; set { } }",
        "C.this[int] carries [PooledAwait], but there is nothing in it to change: it is not async, and calls neither WhenAny nor a method that can pass a state to its delegate. " +
        "Remove the attribute.")]
    [TestCase(
        "[PooledAwait] C() { }",
        "C..ctor() carries [PooledAwait], but there is nothing in it to change: it is not async, and calls neither WhenAny nor a method that can pass a state to its delegate. " +
        "Remove the attribute.")]
    public void An_attribute_that_changes_nothing_is_a_warning_once_with_its_line(string members, string text)
    {
        var told = Told(Members(members), new XElement("PooledAwait")).Single();

        Assert.That(told.Level, Is.EqualTo(WeaverMessageLevel.Warning));
        Assert.That(told.Text, Is.EqualTo($"PooledAwait PA003: {text} (To silence it: <PooledAwaitSuppress>PA003</PooledAwaitSuppress>, or remove the attribute.)"));
        Assert.That(told.Place, Does.Match(@"^/source\.cs\(5,\d+\)$"));
    }

    [Test]
    public void An_attribute_on_what_the_weaver_does_not_understand_fails_no_build()
    {
        var told = Told(Members("[PooledAwait] static async ValueTask M() { await Task.Yield(); }"), new XElement("PooledAwait"), AddBuilder);

        Assert.That(told.Select(message => message.Level), Is.EqualTo((WeaverMessageLevel[])[WeaverMessageLevel.High, WeaverMessageLevel.High]));
        Assert.That(told.Select(message => message.Text.Split(' ')[2]), Is.EqualTo((string[])["PA004:", "PA003:"]));
    }

    [Test]
    public void Every_warning_has_a_page_that_says_what_it_is_what_to_do_and_how_to_silence_it()
    {
        Assert.That(s_identifiers, Is.Not.Empty.And.Unique.And.All.Match("^PA[0-9]{3}$"));
        foreach (var id in (string[])[.. s_identifiers, "PA006", "PA009", "PA101", "PA102", "PA103", "PA104"])
        {
            var page = File.ReadAllText(Repository.PathOf("docs", "warnings", $"{id}.md"));
            Assert.That(page, Does.StartWith($"# {id}: "), id);
            Assert.That(page, Does.Contain("## What to do").And.Contain("## How to silence it"), id);
        }
    }

    private static CompiledAssembly Members(string members) =>
        Fixtures.Compile(Shape.Release, $"using System;\nusing System.Threading.Tasks;\nusing PooledAwait;\nclass C {{\n{members}\n}}");

    private static WeaverMessage[] Told(CompiledAssembly compiled, XElement config, Action<ModuleDefinition>? prepare = null)
    {
        var messages = new WeavingRunner { Config = config, Prepare = prepare }.Weave(compiled).Messages;
        return
        [
            .. messages.Where(message =>
                message.Level >= WeaverMessageLevel.High && !message.Text.Contains(" ms).", StringComparison.Ordinal)),
        ];
    }

    /// <summary>Gives a state machine a second builder, which no compiler does.</summary>
    private static void AddBuilder(ModuleDefinition module)
    {
        var machine = module.GetType("C").NestedTypes.Single();
        var builder = machine.Fields.Single(field => field.Name == "<>t__builder");
        machine.Fields.Add(new FieldDefinition("another", FieldAttributes.Public, builder.FieldType));
    }
}
