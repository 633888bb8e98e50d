using System.Xml.Linq;
using Fody;
using Mono.Cecil;
using PooledAwait.Inspect.Weaving;
using Tests.Compilation;

namespace Tests.Weaving;

[Parallelizable(ParallelScope.Self)]
public class WeavingRunnerTests
{
    [TestCaseSource(typeof(Shape), nameof(Shape.All))]
    public void Sets_what_Fody_sets(Shape shape)
    {
        var probe = new Probe();
        var woven = new WeavingRunner { Config = XElement.Parse("<PooledAwait OptIn='true' />"), Weaver = () => probe, DefineConstants = ["ONE"] }
            .Weave(Fixtures.Compiled(shape));
        var unset = typeof(BaseModuleWeaver).GetProperties()
            .Where(p => p.Name != nameof(BaseModuleWeaver.DocumentationFilePath) && p.GetValue(probe) == null)
            .Select(p => p.Name);
        var coreLibrary = shape.Framework == "net10.0" ? "System.Runtime" : "netstandard";
        Assert.Multiple(() =>
        {
            Assert.That(unset, Is.Empty);
            Assert.That(probe.Config.Attribute("OptIn")!.Value, Is.EqualTo("true"));
            Assert.That(probe.DefineConstants, Is.EqualTo(new[] { "ONE" }));
            Assert.That(probe.Seen, Is.EqualTo($"System.String in {coreLibrary}, PooledAwait.Runtime, null"));
            Assert.That(woven.Messages.Select(m => (m.Level, m.Text)), Is.EqualTo(new[]
            {
                (WeaverMessageLevel.Low, "debug"),
                (WeaverMessageLevel.Normal, "info"),
                (WeaverMessageLevel.High, "message"),
                (WeaverMessageLevel.Warning, "warning"),
            }));
            Assert.That(woven.Result.Image, Is.Not.Empty);
        });
    }

    [Test]
    public void Loads_two_assemblies_of_one_name_side_by_side([Values("net10.0", "netstandard2.0")] string runtimeFramework)
    {
        var compiled = Fixtures.Compile(
            Shape.StandardRelease,
            "public static class C { public static object Attribute() => new PooledAwait.PooledAwaitAttribute(); }");
        var first = new LoadedAssembly(compiled, runtimeFramework);
        var second = new LoadedAssembly(compiled);
        var runtime = Call(first).GetType().Assembly;
        Assert.Multiple(() =>
        {
            Assert.That(first.Assembly, Is.Not.SameAs(second.Assembly));
            Assert.That(runtime.GetName().Name, Is.EqualTo("PooledAwait.Runtime"));
            Assert.That(runtime.Location, Does.Contain(runtimeFramework));
            Assert.That(runtime, Is.Not.SameAs(Call(second).GetType().Assembly));
        });
    }

    private static object Call(LoadedAssembly loaded) => loaded.Assembly.GetType("C")!.GetMethod("Attribute")!.Invoke(null, null)!;

    private sealed class Probe : BaseModuleWeaver
    {
        public string Seen { get; private set; } = "";

        public override void Execute()
        {
            WriteDebug("debug");
            WriteInfo("info");
            WriteMessage("message", MessageImportance.High);
            WriteWarning("warning");
            var text = FindTypeDefinition("System.String");
            var runtime = ResolveAssembly("PooledAwait.Runtime")?.Name.Name;
            var implementation = AssemblyResolver.Resolve(new AssemblyNameReference("System.Private.CoreLib", null))?.Name.Name ?? "null";
            Seen = $"{text.FullName} in {text.Module.Assembly.Name.Name}, {runtime}, {implementation}";
        }

        public override IEnumerable<string> GetAssembliesForScanning() => [];
    }
}
