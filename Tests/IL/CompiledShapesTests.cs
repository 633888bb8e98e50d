using Mono.Cecil;
using Mono.Cecil.Cil;
using NUnit.Framework;
using PooledAwait.Fody.IL;

namespace Tests.IL;

/// <summary>The compiled shapes that the rewrites must recognise.</summary>
[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public class CompiledShapesTests(bool optimised)
{
    private const string Source = """
        using System;
        using System.Threading;
        using System.Threading.Tasks;

        class C
        {
            int _field;

            Task Ternary(bool k, Task a, Task b, Task c) => Task.WhenAny(k ? a : b, b ?? c, c);
            Task Nested(Task a, Task b, Task c) => Task.WhenAny(a, Task.WhenAny(a, b, c), c);
            Task Generic(Task<int> a, Task<int> b, Task<int> c, Task<int> d) => Task.WhenAny(a, b, c, d);
            Task NullLeftOut(Task a, Task b) => Task.WhenAny(a, null, b);
            void UsedAfter(Task a, Task b, Task c) { var all = new[] { a, b, c }; Task.WhenAny(all); Seen(all); }
            void Mutated(Task a, Task b, Task c) { var all = new[] { a, b, c }; all[1] = c; Task.WhenAny(all); }
            static void Seen(Task[] all) { }
            static Task Under(int i, Task x, int j) => x;
            Task Beneath(int i, Task a, Task b, Task c) => Under(i + 1, Task.WhenAny(a, b, c), i);
            async Task<int> Awaited(Task<Task> x, Task a, Task b) { await Task.WhenAny(a, await x, b); return 1; }

            Task Capturing(Task t, int i) => t.ContinueWith(x => Console.WriteLine(i), TaskScheduler.Default);
            Task Plain(Task t) => t.ContinueWith(x => Console.WriteLine());
            Task OnThis(Task t, bool k) => t.ContinueWith(
                x => _field++, CancellationToken.None, k ? TaskContinuationOptions.None : TaskContinuationOptions.OnlyOnFaulted, TaskScheduler.Default);
            Task Either(Task t, bool k, int i) => t.ContinueWith(k ? x => Console.WriteLine(i) : x => Console.WriteLine(-i));
            Task InLoop(Task t, int i) { while (i < 3) { var u = t.ContinueWith(x => Console.WriteLine(i)); Under(i, u, i); t = u; } return t; }
        }
        """;

    [TestCase("Ternary", 3)]
    [TestCase("Generic", 4)]
    [TestCase("Beneath", 3)]
    public void Array_of_arguments_goes_to_its_stores_and_the_call(string name, int length)
    {
        var method = Compiled.Method(optimised, Source, name);
        var stack = StackAnalysis.Of(method);
        var call = Calls(method, "WhenAny").Single();
        AssertArrayForm(stack, call, length);
    }

    [Test]
    public void Calls_within_calls_are_told_apart()
    {
        var method = Compiled.Method(optimised, Source, "Nested");
        var stack = StackAnalysis.Of(method);
        var calls = Calls(method, "WhenAny");
        Assert.That(calls, Has.Length.EqualTo(2));
        AssertArrayForm(stack, calls[0], 3);
        AssertArrayForm(stack, calls[1], 3);
        Assert.That(stack.ConsumersOf(calls[0]).Single().Consumer.OpCode.Code, Is.EqualTo(Code.Stelem_Ref));
    }

    [Test]
    public void Arguments_with_branches_have_all_their_producers()
    {
        var method = Compiled.Method(optimised, Source, "Ternary");
        var stack = StackAnalysis.Of(method);
        var stores = method.Body.Instructions.Where(i => i.OpCode.Code == Code.Stelem_Ref).ToList();
        Assert.Multiple(() =>
        {
            Assert.That(Parameters(stores[0]), Is.EqualTo(new[] { "b", "a" }), "of k ? a : b");
            Assert.That(Parameters(stores[1]), Is.EqualTo(new[] { "b", "c" }), "of b ?? c");
            Assert.That(Parameters(stores[2]), Is.EqualTo(new[] { "c" }));
        });

        string[] Parameters(Instruction store) =>
            [.. stack.ProducersOf(store, 2).Select(load => method.Parameters[VariableAccess.Of(load, method)!.Variable.Index - 1].Name)];
    }

    [Test]
    public void Null_among_the_arguments_has_no_store()
    {
        var method = Compiled.Method(optimised, Source, "NullLeftOut");
        var stack = StackAnalysis.Of(method);
        var array = stack.SingleProducerOf(Calls(method, "WhenAny").Single(), 0)!;
        Assert.That(stack.ConsumersOf(array).Count(use => use.Consumer.OpCode.Code == Code.Stelem_Ref), Is.EqualTo(2));
    }

    [Test]
    public void Await_in_an_argument_leaves_the_array_form_whole()
    {
        var method = Compiled.MoveNext(optimised, Source, "Awaited");
        var stack = StackAnalysis.Of(method);
        Assert.That(stack.Fault, Is.Null);
        AssertArrayForm(stack, Calls(method, "WhenAny").Single(), 3);
    }

    [TestCase("UsedAfter", "Seen")]
    [TestCase("Mutated", "WhenAny")]
    public void Array_that_is_used_otherwise_shows_it(string name, string last)
    {
        var method = Compiled.Method(optimised, Source, name);
        var stack = StackAnalysis.Of(method);
        var array = method.Body.Instructions.Single(i => i.OpCode.Code == Code.Newarr);
        var uses = stack.ConsumersOf(array).Select(use => use.Consumer).ToList();
        if (uses[^1].OpCode.Code is Code.Stloc_0)
        {
            uses.AddRange(new LocalFlow(stack.Flow).UsesOf(uses[^1]).SelectMany(use => stack.ConsumersOf(use.At)).Select(use => use.Consumer));
        }

        var expected = name == "UsedAfter" ? 3 : 4;
        Assert.That(uses.Count(use => use.OpCode.Code == Code.Stelem_Ref), Is.EqualTo(expected));
        Assert.That(uses[^1].Operand, Has.Property("Name").EqualTo(last));
    }

    [TestCase("Capturing", "Action`1")]
    [TestCase("OnThis", "Func`2")]
    public void Delegate_of_a_continuation_is_for_the_call_alone(string name, string type)
    {
        var method = Compiled.Method(optimised, Source, name);
        var stack = StackAnalysis.Of(method);
        var call = Calls(method, "ContinueWith").Single();
        var created = stack.SingleProducerOf(call, 1)!;
        Assert.Multiple(() =>
        {
            Assert.That(((MethodReference)created.Operand).DeclaringType.Name, Is.EqualTo(type));
            Assert.That(stack.SingleProducerOf(created, 1)!.OpCode.Code, Is.EqualTo(Code.Ldftn));
            Assert.That(stack.ConsumersOf(created), Is.EqualTo(new[] { new StackUse(call, 1) }));
        });
    }

    [Test]
    public void Delegate_cached_in_its_closure_shows_it()
    {
        var method = Compiled.Method(optimised, Source, "InLoop");
        var stack = StackAnalysis.Of(method);
        var call = Calls(method, "ContinueWith").Single();
        var delegates = stack.ProducersOf(call, 1);
        Assert.That(delegates[0].OpCode.Code, Is.EqualTo(Code.Ldfld));
        var (stores, initial) = new LocalFlow(stack.Flow).DefinitionsSeenBy(delegates[1]);
        Assert.Multiple(() =>
        {
            Assert.That(initial, Is.False);
            Assert.That(stores, Has.Count.EqualTo(1));
            Assert.That(stack.SingleProducerOf(stores[0], 0)?.OpCode.Code, Is.EqualTo(Code.Newobj));
        });
    }

    [Test]
    public void Cached_delegate_has_two_producers()
    {
        var method = Compiled.Method(optimised, Source, "Plain");
        var stack = StackAnalysis.Of(method);
        var call = Calls(method, "ContinueWith").Single();
        Assert.That(stack.ProducersOf(call, 1).Select(p => p.OpCode.Code), Is.EqualTo(new[] { Code.Ldsfld, Code.Newobj }));
        Assert.That(stack.SingleProducerOf(call, 1), Is.Null);
    }

    [Test]
    public void Chosen_delegate_has_two_producers()
    {
        var method = Compiled.Method(optimised, Source, "Either");
        var stack = StackAnalysis.Of(method);
        var call = Calls(method, "ContinueWith").Single();
        var delegates = stack.ProducersOf(call, 1);
        Assert.That(delegates.Select(p => p.OpCode.Code), Is.EqualTo(new[] { Code.Newobj, Code.Newobj }));
        Assert.That(delegates.SelectMany(stack.ConsumersOf), Is.All.EqualTo(new StackUse(call, 1)));
    }

    private static void AssertArrayForm(StackAnalysis stack, Instruction call, int length)
    {
        var array = stack.SingleProducerOf(call, 0);
        Assert.That(array?.OpCode.Code, Is.EqualTo(Code.Newarr));
        var uses = stack.ConsumersOf(array!);
        var stores = uses.Where(use => use.Consumer != call).ToList();
        Assert.Multiple(() =>
        {
            Assert.That(uses, Does.Contain(new StackUse(call, 0)));
            Assert.That(stores, Has.Count.EqualTo(length));
            Assert.That(stores.Select(use => (use.Consumer.OpCode.Code, use.Argument)), Is.All.EqualTo((Code.Stelem_Ref, 0)));
            Assert.That(
                stores.Select(use => stack.SingleProducerOf(use.Consumer, 1)!.OpCode.Code - Code.Ldc_I4_0), Is.EqualTo(Enumerable.Range(0, length)));
        });
    }

    private static Instruction[] Calls(MethodDefinition method, string name) =>
        [.. method.Body.Instructions.Where(i => i.OpCode.FlowControl == FlowControl.Call && i.Operand is MethodReference callee && callee.Name == name)];
}
