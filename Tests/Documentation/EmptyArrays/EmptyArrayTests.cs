using System.Xml.Linq;
using Fody;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Report;
using PooledAwait.Fody.Weaving;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Documentation.EmptyArrays;

/// <summary>The rewrite that docs/contributing.md adds step by step does what the page says.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class EmptyArrayTests
{
    private const string Source = """
        public static class C
        {
            public static object Empty() => new string[0];
            public static object OfT<T>() => new T[0];
            public static object Filled() => new string[1];
            public static object Chosen(bool wide) { return new string[wide ? 2 : 0]; }
            public static object Left() => new string[0];
        }
        """;

    [Test]
    public void Is_recognised_changed_and_reported()
    {
        var weaver = new Weaver();
        var woven = new WeavingRunner { Config = XElement.Parse("<PooledAwait Exclude='C::Left' />"), Weaver = () => weaver }
            .Weave(Fixtures.Compile(Shape.Release, Source));

        Assert.That(weaver.Decisions, Is.EqualTo((string[])["Left: excluded", "Empty: changed", "OfT: changed"]));
        var loaded = new LoadedAssembly(woven.Result);
        Assert.That(Call("Empty"), Is.SameAs(Array.Empty<string>()));
        Assert.That(Call("Left"), Is.Not.SameAs(Array.Empty<string>()).And.Empty);
        Assert.That(Call("Filled"), Has.Length.EqualTo(1));
        Assert.That(loaded.Assembly.GetType("C")!.GetMethod("OfT")!.MakeGenericMethod(typeof(int)).Invoke(null, null), Is.SameAs(Array.Empty<int>()));

        object? Call(string method) => loaded.Assembly.GetType("C")!.GetMethod(method)!.Invoke(null, null);
    }

    /// <summary>Weaves as ModuleWeaver does, but with this rewrite as the only one.</summary>
    private sealed class Weaver : BaseModuleWeaver
    {
        private WeavingReport? _report;

        public IEnumerable<string> Decisions => _report!.Decisions.Select(decision => $"{decision.Method.Name}: {decision.Reason?.Id ?? "changed"}");

        public override void Execute()
        {
            var options = OptionsReader.Read(this);
            var runtime = RuntimeReference.Find(ResolveAssembly, []);
            var uses = new MemberUses(ModuleDefinition);
            var owners = new MethodOwners(ModuleDefinition, uses);
            _report = new WeavingReport(ModuleDefinition, owners);
            var module = new WovenModule(ModuleDefinition, uses, new Scope(ModuleDefinition, options, owners, WriteError), _report, runtime);

            Driver.Apply(new EmptyArrayRewrite(module), new EmptyArrayChange(ModuleDefinition));
        }

        public override IEnumerable<string> GetAssembliesForScanning() => [];
    }
}
