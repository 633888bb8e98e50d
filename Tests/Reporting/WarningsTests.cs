using System.Xml.Linq;
using Mono.Cecil;
using NUnit.Framework;
using PooledAwait.Fody.Reporting;
using Tests.Compilation;
using Tests.Packaging;
using PooledAwait.Inspect.Weaving;
using Tests.Weaving;

namespace Tests.Reporting;

/// <summary>What a build tells by itself: with an identifier, a line, what to do, and how to silence it.</summary>
public sealed class WarningsTests
{
    private static readonly string[] s_identifiers = typeof(Warning).GetFields().Select(field => field.GetValue(null)).OfType<Warning>().Select(warning => warning.Id).ToArray();

    public static IEnumerable<TestCaseData> All =>
    [
        new TestCaseData(
            "PA001", WeaverMessageLevel.Warning, null,
            "<PooledAwait Exclude='Lib.*'/>", "class C;",
            "PooledAwait PA001: the pattern 'Lib.*' in FodyWeavers.xml matches nothing in AssemblyToProcess.dll. Correct it or take it out. (Silenced by Suppress=\"PA001\".)"),
        new TestCaseData(
            "PA002", WeaverMessageLevel.High, null,
            "<PooledAwait/>",
            """
            using System.Threading.Tasks;
            class C
            {
                static async ValueTask<int> M() { await Task.Yield(); return 1; }
                static int N() { var task = M(); return task.GetAwaiter().GetResult() + task.GetAwaiter().GetResult(); }
            }
            """,
            "/source.cs(4,39): PooledAwait PA002: C.M() keeps its builder. A caller may consume its ValueTask more than once. In System.Int32 C::N(), source.cs:5. " +
            "Await it once at that caller; where it is needed more often, keep the result or call AsTask() once. (Silenced by Suppress=\"PA002\", or by [PooledAwaitIgnore] on the method.)"),
        new TestCaseData(
            "PA003", WeaverMessageLevel.Warning, "/source.cs(5,34)",
            "<PooledAwait/>",
            """
            using System.Threading.Tasks;
            class C
            {
                [PooledAwait.PooledAwait]
                static async ValueTask M() { await Task.Yield(); }
                static void N() { _ = M(); }
            }
            """,
            "PooledAwait PA003: C.M() carries [PooledAwait], and nothing of it was changed. A caller discards its ValueTask, so that an exception would go unobserved. " +
            "In System.Void C::N(), source.cs:6. Await it at that caller, or return Task from the method if nobody has to wait for it. (Silenced by Suppress=\"PA003\", or without the attribute.)"),
        new TestCaseData(
            "PA004", WeaverMessageLevel.High, null,
            "<PooledAwait/>", "using System.Threading.Tasks; class C { static async ValueTask M() { await Task.Yield(); } }",
            "/source.cs(1,70): PooledAwait PA004: C.M() keeps its builder. Its state machine is not of the shape that the C# compiler emits. " +
            "If the C# compiler made it, please report it with the method's source: this compiler may be newer than the weaver. (Silenced by Suppress=\"PA004\", or by [PooledAwaitIgnore] on the method.)"),
    ];

    [TestCaseSource(nameof(All))]
    public void Is_told_and_can_be_suppressed(string id, WeaverMessageLevel level, string? place, string config, string source, string text)
    {
        var compiled = Fixtures.Compile(Shape.Release, source);

        var told = Told(compiled, XElement.Parse(config), id == "PA004");
        Assert.That(told, Is.EqualTo((WeaverMessage[])[new(level, text, place)]));

        var suppressing = XElement.Parse(config);
        suppressing.SetAttributeValue("Suppress", $"PA999, {id.ToLowerInvariant()}");
        Assert.That(Told(compiled, suppressing, id == "PA004"), Is.Empty);
    }

    [TestCase("[PooledAwait.PooledAwait(Builders = PooledAwait.PooledBuilders.None)]")]
    [TestCase("")]
    public void An_attribute_that_was_heeded_is_no_warning(string attribute)
    {
        var compiled = Fixtures.Compile(
            Shape.Release,
            $"using System.Threading.Tasks; class C {{ {attribute} static async ValueTask M() => await Task.Yield(); }}");

        Assert.That(Told(compiled, new XElement("PooledAwait"), unknown: false), Is.Empty);
    }

    [Test]
    public void Every_warning_has_a_page_that_says_what_it_is_what_to_do_and_how_to_silence_it()
    {
        Assert.That(s_identifiers, Is.Unique.And.All.Match("^PA[0-9]{3}$"));
        foreach (var id in (string[])[.. s_identifiers, "PA101"])
        {
            var page = File.ReadAllText(Repository.PathOf("docs", "warnings", $"{id}.md"));
            Assert.That(page, Does.StartWith($"# {id}: "), id);
            Assert.That(page, Does.Contain("## What to do").And.Contain("## How to silence it"), id);
        }
    }

    private static IEnumerable<WeaverMessage> Told(CompiledAssembly compiled, XElement config, bool unknown)
    {
        // A machine that no compiler emits: one with a builder too many.
        Action<ModuleDefinition>? prepare = unknown
            ? module =>
            {
                var machine = module.GetType("C").NestedTypes.Single();
                var builder = machine.Fields.Single(field => field.Name == "<>t__builder");
                machine.Fields.Add(new FieldDefinition("another", FieldAttributes.Public, builder.FieldType));
            }
            : null;
        return new WeavingRunner { Config = config, Prepare = prepare }.Weave(compiled).Messages
            .Where(message => message.Level >= WeaverMessageLevel.High && !message.Text.StartsWith("PooledAwait: ", StringComparison.Ordinal)).ToArray();
    }
}
