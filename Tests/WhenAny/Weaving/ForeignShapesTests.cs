using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;
using static Tests.IL.HandWritten;

namespace Tests.WhenAny.Weaving;

/// <summary>IL that no known C# compiler emits. The tests create it by changing compiled code before the weaver sees it.</summary>
[Parallelizable(ParallelScope.Self)]
public class ForeignShapesTests
{
    private const string WithoutArray = "Its 3 tasks are passed without an array.";
    private const string WithArray = "Its array is passed as it was.";
    private const string Awaited = "Its 2 tasks are passed as they were, and it is awaited without a task.";
    private const string NotAwaited = "two-tasks";

    private const string Source = """
        using System.Threading.Tasks;

        public class C
        {
            public static Task<Task> M(Task a, Task b, Task c) => Task.WhenAny(new[] { a, b, c });

            public async Task<Task> Await(Task a, Task b) => await Task.WhenAny(a, b);
        }
        """;

    private const string WithOwnBuilder = """
        using System.Runtime.CompilerServices;
        using System.Threading.Tasks;

        public class C
        {
            [AsyncMethodBuilder(typeof(Builder))]
            public async Task Await(Task a, Task b) => await Task.WhenAny(a, b);
        }

        public struct Builder
        {
            private AsyncTaskMethodBuilder _inner;
            public static Builder Create() => new() { _inner = AsyncTaskMethodBuilder.Create() };
            public Task Task => _inner.Task;
            public void Start<T>(ref T machine) where T : IAsyncStateMachine => _inner.Start(ref machine);
            public void SetStateMachine(IAsyncStateMachine machine) => _inner.SetStateMachine(machine);
            public void SetResult() => _inner.SetResult();
            public void SetException(System.Exception e) => _inner.SetException(e);
            public void AwaitOnCompleted<A, T>(ref A awaiter, ref T machine) where A : INotifyCompletion where T : IAsyncStateMachine =>
                _inner.AwaitOnCompleted(ref awaiter, ref machine);
            public void AwaitUnsafeOnCompleted<A, T>(ref A awaiter, ref T machine) where A : ICriticalNotifyCompletion where T : IAsyncStateMachine =>
                _inner.AwaitUnsafeOnCompleted(ref awaiter, ref machine);
        }
        """;

    [Test]
    public void An_array_goes_as_it_comes_from_the_compiler() => Assert.That(OfArray(_ => { }), Is.EqualTo(WithoutArray));

    [Test]
    public void An_array_goes_with_other_code_before_the_call() => Assert.That(
        OfArray(method => Insert(method, Call(method), Op(OpCodes.Ldarg_0), Op(OpCodes.Pop))), Is.EqualTo(WithoutArray));

    [Test]
    public void An_array_stays_that_is_filled_in_another_order() => KeepsArray(method =>
    {
        var code = method.Body.Instructions;
        code.First(instruction => instruction.OpCode == OpCodes.Ldc_I4_0).OpCode = OpCodes.Ldc_I4_1;
        code.Last(instruction => instruction.OpCode == OpCodes.Ldc_I4_1).OpCode = OpCodes.Ldc_I4_0;
    });

    [Test]
    public void An_array_stays_that_is_used_once_more() => KeepsArray(method => Insert(method, Call(method), Op(OpCodes.Dup), Op(OpCodes.Pop)));

    [Test]
    public void An_array_stays_that_is_filled_on_some_ways_only() => KeepsArray(method =>
    {
        var last = method.Body.Instructions.Last(instruction => instruction.OpCode == OpCodes.Dup);
        Insert(method, last, Op(OpCodes.Ldarg_0), Jump(OpCodes.Brtrue, Call(method)));
    });

    [Test]
    public void An_array_stays_that_is_filled_by_turns() => KeepsArray(method =>
    {
        // Jumps back to the second store. If the weaver removed the array, each iteration of this loop would leave one more value on the stack.
        var second = method.Body.Instructions.Where(instruction => instruction.OpCode == OpCodes.Dup).ElementAt(1);
        Insert(method, Call(method), Op(OpCodes.Ldarg_0), Jump(OpCodes.Brtrue, second));
    });

    [Test]
    public void An_array_stays_where_a_way_from_outside_ends_as_one_from_inside_does() => KeepsArray(method =>
    {
        // Both paths throw with one value below the exception on the stack. If the weaver removed the array, one of the paths would have two values there.
        var thrown = Op(OpCodes.Ldnull);
        var start = method.Body.Instructions[0];
        var third = method.Body.Instructions.Last(instruction => instruction.OpCode == OpCodes.Dup);
        Insert(method, start,
            Op(OpCodes.Ldarg_0), Jump(OpCodes.Brtrue, start), Op(OpCodes.Ldnull), Jump(OpCodes.Br, thrown));
        Insert(method, third, Op(OpCodes.Ldarg_0), Jump(OpCodes.Brfalse, thrown));
        method.Body.Instructions.Add(thrown);
        method.Body.Instructions.Add(Op(OpCodes.Throw));
    });

    [Test]
    public void An_array_stays_that_may_be_another() => KeepsArray(method =>
    {
        var second = method.Body.Instructions.Where(instruction => instruction.OpCode == OpCodes.Dup).ElementAt(1);
        var start = method.Body.Instructions[0];
        Insert(method, start, Op(OpCodes.Ldarg_0), Jump(OpCodes.Brtrue, start), Op(OpCodes.Ldnull), Jump(OpCodes.Br, second));
    });

    [Test]
    public void An_array_of_another_type_stays_because_it_checks_what_it_is_given() => KeepsArray(method =>
    {
        var made = method.Body.Instructions.Single(instruction => instruction.OpCode == OpCodes.Newarr);
        var task = (TypeReference)made.Operand;
        var open = new TypeReference(task.Namespace, "Task`1", method.Module, task.Scope);
        open.GenericParameters.Add(new GenericParameter(open));
        made.Operand = new GenericInstanceType(open) { GenericArguments = { method.Module.TypeSystem.Int32 } };
    });

    [Test]
    public void An_await_changes_as_it_comes_from_the_compiler() => Assert.That(OfAwait(_ => { }), Is.EqualTo(Awaited));

    [Test]
    public void An_await_stays_whose_awaiter_is_used_once_more() => KeepsAwait(method =>
    {
        var load = Called(method, "GetResult").Previous;
        Insert(method, load, Instruction.Create(load.OpCode, (VariableDefinition)load.Operand), Op(OpCodes.Pop));
    });

    [Test]
    public void An_await_stays_whose_result_may_be_another_awaiter_s() => KeepsAwait(method =>
    {
        // Some paths skip the store of the new awaiter.
        var store = Called(method, "GetAwaiter").Next;
        Insert(method, store, Op(OpCodes.Ldarg_0), Instruction.Create(OpCodes.Ldfld, Field(method, "<>1__state")), Jump(OpCodes.Brtrue, store));
        Insert(method, store, Op(OpCodes.Pop), Jump(OpCodes.Br, store.Next));
    });

    [Test]
    public void An_await_stays_whose_field_is_not_cleared() => KeepsAwait(method =>
    {
        var clear = method.Body.Instructions.First(instruction => instruction.OpCode == OpCodes.Initobj && instruction.Previous.OpCode == OpCodes.Ldflda);
        clear.OpCode = OpCodes.Pop;
        clear.Operand = null;
    });

    [Test]
    public void An_await_stays_whose_awaiter_is_kept_in_another_object() => KeepsAwait(method =>
    {
        var machine = method.DeclaringType;
        var other = new FieldDefinition("other", FieldAttributes.Public | FieldAttributes.Static, machine);
        machine.DeclaringType.Fields.Add(other);
        var keep = method.Body.Instructions.Single(instruction =>
            instruction.OpCode == OpCodes.Stfld && instruction.Operand is FieldReference { Name: "<>u__1" });
        var loadThis = keep.Previous.Previous;
        loadThis.OpCode = OpCodes.Ldsflda;
        loadThis.Operand = other;
    });

    [Test]
    public void An_await_stays_that_a_builder_of_the_user_s_own_sees() => Assert.That(Decide(WithOwnBuilder, _ => { }, "Await("), Is.EqualTo(NotAwaited));

    [Test]
    public void An_await_stays_that_a_builder_of_another_assembly_sees() => Assert.That(
        Decide(
            WithOwnBuilder,
            module =>
            {
                var wait = (GenericInstanceMethod)Called(MoveNext(module), "AwaitUnsafeOnCompleted").Operand;
                var elsewhere = new AssemblyNameReference("Elsewhere", new Version(1, 0));
                module.AssemblyReferences.Add(elsewhere);
                var foreign = new MethodReference(wait.Name, module.TypeSystem.Void, new TypeReference("Elsewhere", "Builder", module, elsewhere, valueType: true)) { HasThis = true };
                foreach (var _ in wait.GenericArguments)
                {
                    foreign.GenericParameters.Add(new GenericParameter(foreign));
                    foreign.Parameters.Add(new ParameterDefinition(new ByReferenceType(foreign.GenericParameters[^1])));
                }

                Called(MoveNext(module), "AwaitUnsafeOnCompleted").Operand = new GenericInstanceMethod(foreign) { GenericArguments = { wait.GenericArguments[0], wait.GenericArguments[1] } };
            },
            "Await("),
        Is.EqualTo(NotAwaited));

    private static void KeepsArray(Action<MethodDefinition> prepare) => Assert.That(OfArray(prepare), Is.EqualTo(WithArray));

    private static void KeepsAwait(Action<MethodDefinition> prepare) => Assert.That(OfAwait(prepare), Is.EqualTo(NotAwaited));

    private static string OfArray(Action<MethodDefinition> prepare) =>
        Decide(Source, module => prepare(module.GetType("C").Methods.Single(method => method.Name == "M")), "M(");

    private static string OfAwait(Action<MethodDefinition> prepare) => Decide(Source, module => prepare(MoveNext(module)), "Await(");

    private static string Decide(string source, Action<ModuleDefinition> prepare, string method)
    {
        var (_, decisions) = CallDecisions.All.Weave(Fixtures.Compile(Shape.Release, source), prepare);
        return CallDecisions.All.Of(decisions, "C").Single(decision => decision.Method.StartsWith(method)).Decision;
    }

    private static MethodDefinition MoveNext(ModuleDefinition module) => module.GetType("C").NestedTypes.Single().Methods.Single(method => method.Name == "MoveNext");

    private static void Insert(MethodDefinition method, Instruction before, params Instruction[] code)
    {
        var position = method.Body.Instructions.IndexOf(before);
        foreach (var instruction in code)
        {
            method.Body.Instructions.Insert(position++, instruction);
        }
    }

    private static Instruction Call(MethodDefinition method) => Called(method, "WhenAny");

    private static Instruction Called(MethodDefinition method, string name) =>
        method.Body.Instructions.Single(instruction => instruction.Operand is MethodReference called && called.Name == name);

    private static FieldReference Field(MethodDefinition method, string name) => method.DeclaringType.Fields.Single(field => field.Name == name);
}
