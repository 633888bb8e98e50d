using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Compilation;
using static Tests.IL.HandWritten;

namespace Tests.StateObjects;

/// <summary>IL that no C# compiler emits. The tests create it by changing compiled code before the weaver sees it.</summary>
[Thorough]
[Parallelizable(ParallelScope.Self)]
public class ForeignShapesTests
{
    private const string NoClosure = "ContinueWith passes the captured s as its state; there is no closure object.";
    private const string Closure = "ContinueWith passes the delegate's object as its state.";

    private const string Source = """
        using System.Threading.Tasks;

        public class C
        {
            public object kept;

            public Task M(Task task, string s) => task.ContinueWith(t => s.Length);
        }
        """;

    private const string OfDate = """
        using System;
        using System.Collections.Concurrent;

        public class C
        {
            public int M(ConcurrentDictionary<int, int> known, DateTime s) => known.GetOrAdd(1, key => s.Hour);
        }
        """;

    [Test]
    public void Is_woven_as_it_comes_from_the_compiler() => Assert.That(Decide(_ => { }), Is.EqualTo(NoClosure));

    [Test]
    public void Leaves_a_call_that_is_never_reached() => Assert.That(
        Decide(method => Insert(method, 0, Op(OpCodes.Ldnull), Op(OpCodes.Ret))), Is.EqualTo("not-followed"));

    [Test]
    public void Leaves_a_method_whose_stack_does_not_add_up() => Assert.That(
        Decide(method => Insert(method, 0, Op(OpCodes.Pop))), Is.EqualTo("not-followed"));

    [Test]
    public void Leaves_an_overload_that_has_no_twin() => Assert.That(
        Decide(method =>
        {
            var call = Call(method);
            var called = (GenericInstanceMethod)call.Operand;
            var open = called.ElementMethod;
            var other = new MethodReference("ContinueWith", open.ReturnType, open.DeclaringType) { HasThis = true };
            other.GenericParameters.Add(new GenericParameter(other));
            other.Parameters.Add(new ParameterDefinition(open.Parameters[0].ParameterType));
            other.Parameters.Add(new ParameterDefinition(method.Module.TypeSystem.Int32));
            call.Operand = new GenericInstanceMethod(other) { GenericArguments = { called.GenericArguments[0] } };
            Insert(method, method.Body.Instructions.IndexOf(call), Op(OpCodes.Ldc_I4_0));
        }),
        Is.EqualTo("no-state-overload"));

    [Test]
    public void Keeps_a_closure_that_another_method_looks_into() => Keeps(method =>
    {
        var spy = new MethodDefinition("Spy", MethodAttributes.Public | MethodAttributes.Static, method.Module.TypeSystem.Void);
        spy.Body.Instructions.Add(Op(OpCodes.Ldnull));
        spy.Body.Instructions.Add(Instruction.Create(OpCodes.Ldfld, Captured(method)));
        spy.Body.Instructions.Add(Op(OpCodes.Pop));
        spy.Body.Instructions.Add(Op(OpCodes.Ret));
        method.DeclaringType.Methods.Add(spy);
    });

    [Test]
    public void Keeps_a_closure_that_escapes() => Keeps(method => Insert(
        method,
        2,
        Op(OpCodes.Ldarg_0),
        Op(OpCodes.Ldloc_0),
        Instruction.Create(OpCodes.Stfld, method.DeclaringType.Fields.Single(field => field.Name == "kept"))));

    [Test]
    public void Keeps_a_closure_whose_variable_s_address_is_taken() => Keeps(method => Insert(
        method, 2, Op(OpCodes.Ldloc_0), Instruction.Create(OpCodes.Ldflda, Captured(method)), Op(OpCodes.Pop)));

    [Test]
    public void Keeps_a_closure_that_is_stored_into_on_some_ways_only() => Keeps(method =>
    {
        var store = Access(method, OpCodes.Stfld);
        Insert(method, 2, Op(OpCodes.Ldarg_2), Jump(OpCodes.Brfalse, store.Next));
    });

    [Test]
    public void Keeps_a_closure_that_is_written_once_the_delegate_is_there() => Keeps(method => Insert(
        method,
        method.Body.Instructions.Count - 1,
        Op(OpCodes.Ldloc_0),
        Op(OpCodes.Ldnull),
        Instruction.Create(OpCodes.Stfld, Captured(method))));

    [Test]
    public void Keeps_a_closure_whose_lambda_writes_its_variable() => Keeps(method => Insert(
        Lambda(method), 0, Op(OpCodes.Ldarg_0), Op(OpCodes.Ldnull), Instruction.Create(OpCodes.Stfld, Captured(method))));

    [Test]
    public void Passes_a_readonly_struct_that_the_lambda_only_reads() => Assert.That(Decide(_ => { }, OfDate), Is.EqualTo(NoClosure.Replace("ContinueWith", "GetOrAdd")));

    [Test]
    public void Keeps_a_closure_whose_lambda_calls_a_constructor_on_its_variable() => Assert.That(
        Decide(
            method =>
            {
                var constructor = new MethodReference(".ctor", method.Module.TypeSystem.Void, Captured(method).FieldType) { HasThis = true };
                constructor.Parameters.Add(new ParameterDefinition(method.Module.TypeSystem.Int64));
                Insert(
                    Lambda(method),
                    0,
                    Op(OpCodes.Ldarg_0),
                    Instruction.Create(OpCodes.Ldflda, Captured(method)),
                    Instruction.Create(OpCodes.Ldc_I8, 0L),
                    Instruction.Create(OpCodes.Call, constructor));
            },
            OfDate),
        Is.EqualTo(Closure.Replace("ContinueWith", "GetOrAdd")));

    [Test]
    public void Keeps_a_closure_whose_lambda_initialises_a_property_of_its_variable() => Assert.That(
        Decide(
            method => Insert(
                Lambda(method),
                0,
                Op(OpCodes.Ldarg_0),
                Instruction.Create(OpCodes.Ldflda, Captured(method)),
                Op(OpCodes.Ldc_I4_0),
                Instruction.Create(OpCodes.Call, method.Module.GetType("Size").Methods.Single(setter => setter.Name == "set_Hour"))),
            OfDate.Replace("DateTime", "Size") + "public readonly struct Size { public int Hour { get; init; } }"),
        Is.EqualTo(Closure.Replace("ContinueWith", "GetOrAdd")));

    [Test]
    public void Keeps_a_closure_whose_lambda_hands_it_on() => Keeps(method => Insert(Lambda(method), 0, Op(OpCodes.Ldarg_0), Op(OpCodes.Pop)));

    [Test]
    public void Keeps_a_closure_that_may_be_an_older_one() => Keeps(method =>
    {
        // Uses two variables for the closure object. One of them is assigned only on some paths.
        var other = new VariableDefinition(method.Body.Variables[0].VariableType);
        method.Body.Variables.Add(other);
        var behind = method.Body.Instructions[2];
        Insert(
            method,
            2,
            Op(OpCodes.Ldarg_2),
            Jump(OpCodes.Brfalse, behind),
            Op(OpCodes.Ldloc_0),
            Instruction.Create(OpCodes.Stloc, other));
        behind.OpCode = OpCodes.Ldloc;
        behind.Operand = other;
    });

    [Test]
    public void Keeps_a_closure_that_is_read_with_a_prefix() => Keeps(method =>
    {
        var lambda = Lambda(method);
        Insert(lambda, lambda.Body.Instructions.IndexOf(Access(lambda, OpCodes.Ldfld)), Op(OpCodes.Volatile));
    });

    [Test]
    public void Keeps_a_closure_that_is_stored_into_with_a_prefix() => Keeps(method =>
        Insert(method, method.Body.Instructions.IndexOf(Access(method, OpCodes.Stfld)), Op(OpCodes.Volatile)));

    [Test]
    public void Calls_the_twin_with_the_call_s_prefix() => Assert.That(
        Decide(method => Insert(method, method.Body.Instructions.IndexOf(Call(method)), Op(OpCodes.Tail))), Is.EqualTo(NoClosure));

    [Test]
    public void Leaves_a_virtual_function_of_another_object() => Assert.That(
        Decide(method =>
        {
            var load = method.Body.Instructions.Single(instruction => instruction.OpCode == OpCodes.Ldftn);
            load.OpCode = OpCodes.Ldvirtftn;
            Insert(method, method.Body.Instructions.IndexOf(load), Op(OpCodes.Ldloc_0));
        }),
        Is.EqualTo("unknown-delegate"));

    private static void Keeps(Action<MethodDefinition> prepare) => Assert.That(Decide(prepare), Is.EqualTo(Closure));

    private static string Decide(Action<MethodDefinition> prepare, string source = Source)
    {
        var (_, decisions) = CallDecisions.All.Weave(
            Fixtures.Compile(Shape.Release, source),
            module => prepare(module.GetType("C").Methods.Single(method => method.Name == "M")));
        return CallDecisions.All.Of(decisions, "C").Single().Decision;
    }

    private static void Insert(MethodDefinition method, int position, params Instruction[] code)
    {
        foreach (var instruction in code)
        {
            method.Body.Instructions.Insert(position++, instruction);
        }
    }

    private static Instruction Call(MethodDefinition method) =>
        method.Body.Instructions.Single(instruction => instruction.Operand is MethodReference { Name: "ContinueWith" });

    private static Instruction Access(MethodDefinition method, OpCode code) => method.Body.Instructions.Single(instruction => instruction.OpCode == code);

    private static TypeDefinition ClosureOf(MethodDefinition method) => method.DeclaringType.NestedTypes.Single();

    private static FieldDefinition Captured(MethodDefinition method) => ClosureOf(method).Fields.Single();

    private static MethodDefinition Lambda(MethodDefinition method) => ClosureOf(method).Methods.Single(candidate => !candidate.IsConstructor);
}
