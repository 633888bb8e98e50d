using System.Xml.Linq;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Checks that the IL of code that must be left alone does not change at all, and that the report gives the reason.</summary>
[Parallelizable(ParallelScope.Self)]
public class LeftAloneTests
{
    private const string Namespace = "AssemblyToProcess.LeftAlone.";

    private static readonly Dictionary<(Shape, string), (Woven, Decisions)> s_woven = [];

    [TestCase("AsyncIterators.Numbers()", "async-iterator")]
    [TestCase("AsyncIterators.Enumerator<T>(T)", "async-iterator")]
    [TestCase("TaskLikes.Call(Turnstile)", "custom-task-type")]
    [TestCase("BuildersByHand.Started(int)", "builder-used-by-hand")]
    [TestCase("Misused.ReadAgain()", "consumed-twice")]
    [TestCase("Misused.AskedLater()", "asked-after-consumption")]
    [TestCase("Misused.AwaitedTwice()", "consumed-twice")]
    [TestCase("Misused.InALoop()", "consumed-twice")]
    [TestCase("Misused.AskedAfterwards()", "asked-after-consumption")]
    [TestCase("Misused.Forwarded()", "consumed-twice")]
    [TestCase("Misused.InAField()", "stored")]
    [TestCase("Misused.InAnArray()", "stored")]
    [TestCase("Misused.Boxed()", "stored")]
    [TestCase("Misused.InAClosure()", "stored")]
    [TestCase("Misused.InAList()", "passed-on")]
    [TestCase("Misused.ThroughADelegate()", "consumed-twice")]
    [TestCase("Misused.Passed()", "consumed-twice")]
    [TestCase("Misused.ReturnedPerhaps()", "consumed-twice")]
    [TestCase("Misused.ByItsAwaiter()", "consumed-twice")]
    [TestCase("Misused.ByItsAwaitable()", "consumed-twice")]
    [TestCase("Misused.InAnExpression()", "passed-on")]
    [TestCase("Misused.Discarded(Trace)", "discarded")]
    [TestCase("Misused.Dropped(Trace)", "discarded")]
    [TestCase("Ignored.Own(int)", "ignored")]
    [TestCase("Ignored+Nested.Own(int)", "ignored")]
    [TestCase("Ignored.Stay(Trace) (lambda)", "ignored")]
    [TestCase("SwitchedOff.OnTheMethod(int)", "ignored")]
    [TestCase("SwitchedOff.Property.get (local function Get)", "ignored")]
    [TestCase("SwitchedOff.None(int)", "switched-off")]
    [TestCase("SwitchedOff.OtherKinds(int)", "switched-off")]
    public void Says_why(string method, string reason)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in Extent.Shapes)
            {
                var reasons = Weave(shape).Decisions.All.Where(decision => decision.Method == Namespace + method).Select(decision => decision.Reason);
                Assert.That(reasons, Is.EqualTo(new[] { reason }), $"{shape}");
            }
        });
    }

    [TestCase("OwnBuilders.Value(int)")]
    [TestCase("OwnBuilders.Nothing()")]
    public void Says_why_where_the_author_chose_the_builder(string method)
    {
        foreach (var shape in Extent.Shapes.Where(shape => shape.Framework != "netstandard2.0"))
        {
            Assert.That(Weave(shape).Decisions.All, Does.Contain((Namespace + method, "own-builder")));
        }
    }

    [TestCaseSource(typeof(Extent), nameof(Extent.ShapesAsCases))]
    public void Keeps_them_as_the_compiler_made_them(Shape shape)
    {
        var (woven, decisions) = Weave(shape);
        string[] withTaskMethods = ["Misused", "ContinueWithDelegates", "StateObjectsDelegates", "StateObjectsOwnMethods", "KeptTasks", "Forwarders", "Receivers", "PassedValueTasks"];
        Assert.Multiple(() =>
        {
            Assert.That(decisions.All.Count(d => d.Method.StartsWith(Namespace) && d.Reason != "changed"), Is.GreaterThan(20));
            foreach (var fixture in DeclaredFixtures.Names(shape, "LeftAlone"))
            {
                // In some fixtures, Task methods call the code that must be left alone. These callers may be woven as usual.
                var changed = IlText.Changed(woven.Input, woven.Result, Namespace + fixture);
                Assert.That(changed, withTaskMethods.Contains(fixture) ? Does.Not.Contain("PooledAsyncValueTask").And.Not.Contain("DirectTask") : Is.Empty);
            }
        });
    }

    [TestCase("<PooledAwait Builders='None' />", "switched-off")]
    [TestCase("<PooledAwait Builders='Void' />", "switched-off")]
    [TestCase("<PooledAwait Include='Some.Other.*' />", "not-included")]
    [TestCase("<PooledAwait Exclude='AssemblyToProcess.*' />", "excluded")]
    [TestCase("<PooledAwait OptIn='true' />", "not-opted-in")]
    public void Heeds_the_option(string config, string reason)
    {
        var (woven, decisions) = Weave(Shape.Release with { Fixtures = "Recursion" }, config);
        Assert.Multiple(() =>
        {
            Assert.That(decisions.All, Does.Contain(("AssemblyToProcess.Valid.Recursion.Fibonacci(int)", reason)));
            Assert.That(IlText.Changed(woven.Input, woven.Result, "AssemblyToProcess.Valid.Recursion"), Is.Empty);
        });
    }

    [Test]
    public void Leaves_what_the_runtime_itself_suspends()
    {
        var compiled = Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;

            public static class C
            {
                public static ValueTask<int> M() => new(1);
                public static async ValueTask<int> N() { await Task.Yield(); return 1; }
            }
            """);
        var (woven, decisions) = Decisions.Of(new WeavingRunner { Prepare = Flag }, compiled);
        Assert.Multiple(() =>
        {
            Assert.That(decisions.All, Is.EqualTo(new[] { ("C.N()", "changed"), ("C.M()", "runtime-async") }));
            Assert.That(Body(woven.Result), Is.EqualTo(Body(woven.Input)).And.Contain("\n\tIL_0001: newobj "));
        });

        // Compares only the body, because the method's header contains the flag for runtime async.
        static string Body(CompiledAssembly assembly) => IlText.Members(assembly, "C").Single(member => member.Key.Contains(" M ()")).Text.Split("\n{")[1];

        static void Flag(ModuleDefinition module) =>
            module.GetType("C").Methods.Single(m => m.Name == "M").ImplAttributes |= (MethodImplAttributes)0x2000;
    }

    [Test]
    public void Leaves_what_they_return_in_their_task()
    {
        var compiled = Fixtures.Compile(Shape.Release, """
            using System.Threading.Tasks;

            public static class C
            {
                public static async ValueTask<int> M() { await Task.Yield(); return 1; }
                public static ValueTask<int> N() => M();
            }
            """);
        var weaving = new WeavingRunner
        {
            Prepare = module => module.GetType("C").Methods.Single(method => method.Name == "N").ImplAttributes |= (MethodImplAttributes)0x2000,
        };

        Assert.That(Decisions.Of(weaving, compiled).Decisions.All, Is.EquivalentTo(new[] { ("C.M()", "stored"), ("C.N()", "runtime-async") }));
    }

    [Test]
    public void Leaves_an_assembly_without_async_methods_as_it_was()
    {
        var woven = new WeavingRunner().Weave(Fixtures.Compile(Shape.Release, "public class C { public int M() => 1; }"));
        using var image = new PEFileReader(woven.Result);
        Assert.Multiple(() =>
        {
            Assert.That(image.References.Select(r => r.Name), Does.Not.Contain("PooledAwait.Runtime"));
            Assert.That(IlText.Changed(woven.Input, woven.Result, "C"), Is.Empty);
            Assert.That(woven.Warnings, Is.Empty);
        });
    }

    private static (Woven Woven, Decisions Decisions) Weave(Shape shape, string config = "<PooledAwait MinimumStateMachineSize='0' />")
    {
        if (!s_woven.TryGetValue((shape, config), out var result))
        {
            result = Decisions.Of(new WeavingRunner { Config = XElement.Parse(config) }, Fixtures.Compiled(shape));
            s_woven.Add((shape, config), result);
        }

        return result;
    }
}
