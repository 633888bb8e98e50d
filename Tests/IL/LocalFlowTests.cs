using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace Tests.IL;

[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public class LocalFlowTests(bool optimised)
{
    private const string Source = """
        static class C
        {
            static int Make() => 0;
            static void Use(int v) { }
            static bool Maybe() => true;
            static void Out(out int v) => v = 1;

            static void Branches() { int v = 0; if (Maybe()) v = Make(); Use(v); v = Make(); Use(v); Use(v); }
            static void Loop() { int v = 0; while (Maybe()) { Use(v); v = Make(); } }
            static void Caught() { int v = 0; try { v = Make(); Maybe(); v = 2; } catch { Use(v); } }
            static void Finally() { int v = 0; try { Maybe(); } finally { v = Make(); } Use(v); }
            static void Parameter(int p) { if (Maybe()) p = Make(); Use(p); Out(out p); }
        }
        """;

    [Test]
    public void Sees_a_definition_until_the_next_one()
    {
        var (method, flow) = Of("Branches");
        var stores = Stores(method);
        var uses = Calls(method, "Use");
        Assert.Multiple(() =>
        {
            Assert.That(Seen(flow, stores[0]), Is.EqualTo(uses.Take(1)));
            Assert.That(Seen(flow, stores[1]), Is.EqualTo(uses.Take(1)));
            Assert.That(Seen(flow, stores[2]), Is.EqualTo(uses.Skip(1)));
            Assert.That(flow.DefinitionsSeenBy(uses[0]).Stores, Is.EqualTo(stores.Take(2)));
            Assert.That(flow.DefinitionsSeenBy(uses[0]).Initial, Is.False);
        });
    }

    [Test]
    public void Sees_a_definition_in_the_next_round_of_a_loop()
    {
        var (method, flow) = Of("Loop");
        var stores = Stores(method);
        var use = Calls(method, "Use").Single();
        Assert.That(Seen(flow, stores[0]), Is.EqualTo(new[] { use }));
        Assert.That(Seen(flow, stores[1]), Is.EqualTo(new[] { use }));
    }

    [Test]
    public void Sees_every_definition_of_a_try_block_in_its_handler()
    {
        var (method, flow) = Of("Caught");
        var use = Calls(method, "Use").Single();
        Assert.That(flow.DefinitionsSeenBy(use).Stores, Is.EqualTo(Stores(method)));
    }

    [Test]
    public void Sees_only_the_definition_of_a_finally_behind_it()
    {
        var (method, flow) = Of("Finally");
        var use = Calls(method, "Use").Single();
        Assert.That(flow.DefinitionsSeenBy(use).Stores, Is.EqualTo(Stores(method).Skip(1)));
    }

    [Test]
    public void Sees_the_argument_and_what_replaces_it()
    {
        var (method, flow) = Of("Parameter");
        var store = Stores(method).Single();
        var use = Calls(method, "Use").Single();
        var address = Calls(method, "Out").Single();
        Assert.Multiple(() =>
        {
            Assert.That(flow.DefinitionsSeenBy(use), Is.EqualTo((new[] { store }, true)).Using<(IReadOnlyList<Instruction> S, bool I)>(
                (x, y) => x.S.SequenceEqual(y.S) && x.I == y.I));
            Assert.That(flow.UsesOfInitial(new Variable(true, 0)).Select(use => use.Kind), Is.EqualTo(
                new[] { VariableAccessKind.Load, VariableAccessKind.Address }));
            Assert.That(flow.AccessesOf(new Variable(true, 0)).Select(access => access.At), Is.EqualTo(new[] { store, use, address }));
        });
    }

    [Test]
    public void Answers_only_for_accesses_to_variables()
    {
        var (method, flow) = Of("Loop");
        var ret = method.Body.Instructions[^1];
        Assert.Throws<ArgumentException>(() => flow.UsesOf(ret));
        Assert.Throws<ArgumentException>(() => flow.DefinitionsSeenBy(ret));
    }

    private static IEnumerable<Instruction> Seen(LocalFlow flow, Instruction store) => flow.UsesOf(store).Select(use => use.At);

    // Returns the stores to the method's parameter. If the method has no parameter, returns the stores to one local: the first that the code stores to. (Debug
    // code has more locals, for conditions.)
    private static Instruction[] Stores(MethodDefinition method)
    {
        var accesses = method.Body.Instructions.Select(i => VariableAccess.Of(i, method)).Where(a => a?.Kind == VariableAccessKind.Store).ToList();
        return [.. accesses.Where(a => a!.Variable == accesses.First(x => x!.Variable.IsParameter == method.HasParameters)!.Variable).Select(a => a!.At)];
    }

    private static Instruction[] Calls(MethodDefinition method, string name) =>
        [.. method.Body.Instructions.Where(i => i.Operand is MethodReference callee && callee.Name == name).Select(call => call.Previous)];

    private (MethodDefinition Method, LocalFlow Flow) Of(string name)
    {
        var method = Compiled.Method(optimised, Source, name);
        return (method, new LocalFlow(ControlFlow.Of(method)));
    }
}
