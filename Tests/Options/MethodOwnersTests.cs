using Microsoft.CodeAnalysis;
using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;

namespace Tests.Options;

[TestFixture(true)]
[TestFixture(false)]
[Parallelizable(ParallelScope.Self)]
public sealed class MethodOwnersTests(bool optimised)
{
    [Test]
    public void A_method_that_stands_in_the_source_is_its_own_owner() =>
        AssertOwners("class C { int P => 1; void M() { } static C() { } }", ("get_P", "get_P()"), ("C.M", "M()"), (".cctor", ".cctor()"));

    [Test]
    public void A_state_machine_belongs_to_its_kick_off_method() =>
        AssertOwners(
            """
            class C
            {
                async Task M(int a) => await Task.Delay(a);
                async Task M(string a) { await Task.Yield(); Console.Write(a); }
                async ValueTask<T> G<T>(T a) { await Task.Yield(); return a; }
                IEnumerable<int> I() { try { yield return 1; } finally { Console.Write(1); } }
                async IAsyncEnumerable<int> A() { await Task.Yield(); yield return 1; }
            }
            """,
            ("<M>d__0.MoveNext", "M(Int32)"),
            ("<M>d__0.SetStateMachine", "M(Int32)"),
            ("<M>d__1.MoveNext", "M(String)"),
            ("<G>d__2`1.MoveNext", "G(T)"),
            ("<I>d__3.MoveNext", "I()"),
            ("<I>d__3.<>m__Finally1", "I()"),
            ("<A>d__4.MoveNext", "A()"));

    [Test]
    public void A_machine_of_an_explicit_implementation_is_found_by_its_escaped_name() =>
        AssertOwners(
            """
            interface I<T, U> { Task M(T a); }
            class C : I<int, List<string>> { async Task I<int, List<string>>.M(int a) { await Task.Yield(); } }
            """,
            ("d__0.MoveNext", "I<System.Int32,System.Collections.Generic.List<System.String>>.M(Int32)"));

    [Test]
    public void Lambdas_belong_to_the_overload_that_makes_them() =>
        AssertOwners(
            """
            class C
            {
                Func<int> M() => () => 1;
                Func<int> M(int a) => () => a;
                Func<C> M(string a) => () => this;
                Func<T> M<T>(T a) => () => a;
                Func<T> M<T>() => () => default(T);
            }
            """,
            ("<>c.<M>b__0_0", "M()"),
            ("<>c__DisplayClass1_0.<M>b__0", "M(Int32)"),
            ("<>c__DisplayClass1_0..ctor", "M(Int32)"),
            ("C.<M>b__2_0", "M(String)"),
            ("<>c__DisplayClass3_0`1.<M>b__0", "M(T)"),
            ("<>c__4`1.<M>b__4_0", "M()"));

    [Test]
    public void A_lambda_in_an_async_lambda_belongs_to_the_outermost_method()
    {
        var module = Source.Compile(
            """
            class C
            {
                Func<Task<int>> M(int a) => async () => { await Task.Yield(); Func<int> inner = () => a; return inner(); };
            }
            """,
            optimised);
        var owners = new MethodOwners(module);
        var moveNext = module.Method("d.MoveNext");

        Assert.That(
            owners.OwnersOf(module.Method("DisplayClass0_0.<M>b__1")).Select(Name),
            Is.EqualTo(["<M>b__1()", "MoveNext()", "<M>b__0()", "M(Int32)"]));
        Assert.That(owners.OwnersOf(moveNext).Select(Name), Is.EqualTo(["MoveNext()", "<M>b__0()", "M(Int32)"]));
    }

    [Test]
    public void Local_functions_belong_to_the_overload_that_calls_them() =>
        AssertOwners(
            """
            class C
            {
                int M(int a) { return Local(); int Local() => a; }
                int M(string a) { return Local(1); int Local(int b) => b == 0 ? 0 : Local(b - 1) + a.Length; }
                async Task<int> M(long a) { await Task.Yield(); return await Local(); async Task<int> Local() { await Task.Yield(); return (int)a; } }
                Func<int> M(byte a) { return Local; static int Local() => 1; }
            }
            """,
            ("C.<M>g__Local|0_0", "M(Int32)"),
            ("C.<M>g__Local|1_0", "M(String)"),
            ("<>c__DisplayClass2_0.<M>g__Local|0", "M(Int64)"),
            ("<<M>g__Local|0>d.MoveNext", "M(Int64)"),
            ("C.<M>g__Local|3_0", "M(Byte)"));

    [Test]
    public void Local_functions_that_call_each_other_and_themselves_belong_to_the_method_alone()
    {
        var module = Source.Compile(
            """
            class C
            {
                int M(int a)
                {
                    Func<int> f = () => One(a);
                    return One(a) + f();
                    static int One(int b) => b == 0 ? 0 : Two(b - 1);
                    static int Two(int b) => b == 0 ? 0 : One(b - 1);
                }
            }
            """,
            optimised);
        var owners = new MethodOwners(module);

        Assert.That(owners.OwnersOf(module.Method("g__One|0_1")).Select(Name), Is.EqualTo(["<M>g__One|0_1(Int32)", "M(Int32)"]));
        Assert.That(owners.OwnerOf(module.Method("g__Two|0_2")).Name, Is.EqualTo("M"));
    }

    [Test]
    public void An_async_local_function_that_calls_itself_stays_in_the_lambda_around_it()
    {
        var module = Source.Compile(
            """
            class C
            {
                Action M() => () =>
                {
                    Local(3);
                    static async Task Local(int a) { await Task.Yield(); if (a > 0) await Local(a - 1); }
                };
            }
            """,
            optimised);

        Assert.That(
            new MethodOwners(module).OwnersOf(module.Method("MoveNext")).Select(method => method.Name),
            Is.EqualTo(["MoveNext", "<M>g__Local|0_1", "<M>b__0_0", "M"]));
    }

    [Test]
    public void Lambdas_of_accessors_operators_and_constructors_belong_to_them() =>
        AssertOwners(
            """
            class C
            {
                readonly int _a;
                C(int a) { Func<int> f = () => a; _a = f(); }
                Func<int> P { get => () => _a; set { Func<int> f = () => _a; f(); } }
                public static Func<int> operator +(C a, C b) => () => a._a + b._a;
                event Action E { add { Action f = () => value(); f(); } remove { } }
            }
            """,
            ("<.ctor>b__0", ".ctor(Int32)"),
            ("C.<get_P>b__3_0", "get_P()"),
            ("C.<set_P>b__4_0", "set_P(Func`1)"),
            ("<op_Addition>b__0", "op_Addition(C,C)"),
            ("<add_E>b__0", "add_E(Action)"));

    [Test]
    public void A_lambda_in_a_field_initializer_belongs_to_the_only_constructor() =>
        AssertOwners("class C { Func<int> _f = () => 1; static Func<int> s_f = () => 2; }", ("<.ctor>b__2_0", ".ctor()"), ("<.cctor>b__3_0", ".cctor()"));

    [Test]
    public void A_lambda_in_a_field_initializer_has_a_copy_in_each_constructor()
    {
        var module = Source.Compile("class C { Func<Task> _f = async () => await Task.Yield(); C() { } C(int a) { } }", optimised);
        var owners = new MethodOwners(module);

        Assert.That(module.Methods("MoveNext").Select(method => Name(owners.OwnerOf(method))), Is.EquivalentTo([".ctor()", ".ctor(Int32)"]));
    }

    [Test]
    public void A_lambda_that_two_methods_use_belongs_to_none_of_them()
    {
        var module = Source.Compile("class C { Func<Task> M() => async () => await Task.Yield(); void N() { } }", optimised);
        module.Method("C.N").Body.Instructions.Insert(0, Instruction.Create(OpCodes.Ldftn, module.Method("<M>b__0_0")));
        var owners = new MethodOwners(module);

        Assert.That(owners.OwnersOf(module.Method("MoveNext")).Select(method => method.Name), Is.EqualTo(["MoveNext", "<M>b__0_0"]));
    }

    [Test]
    public void Top_level_statements_are_a_method_of_the_users()
    {
        var module = Source.Compile(
            "await Task.Yield(); Func<int> f = () => args.Length; await Local(); async Task Local() { await Task.Yield(); f(); }",
            optimised,
            OutputKind.ConsoleApplication);
        var owners = new MethodOwners(module);

        var made = module.Methods("<Main>").Where(method => method.Name is not ("<Main>" or "<Main>$")).ToArray();
        Assert.That(made.Select(method => method.Name), Is.SupersetOf(["MoveNext", "<<Main>$>b__0"]));
        Assert.That(made.Select(method => owners.OwnerOf(method).Name), Is.All.EqualTo("<Main>$"));
        Assert.That(owners.OwnerOf(module.Method(".<Main>")).Name, Is.EqualTo("<Main>"));
    }

    [Test]
    public void A_file_local_type_is_the_users() =>
        AssertOwners("file class C { internal Func<int> M() => () => 1; }", ("C.M", "M()"), ("<M>b__0_0", "M()"));

    [Test]
    public void A_call_of_the_base_method_belongs_to_the_lambda_that_needs_it() =>
        AssertOwners(
            "class C { public override int GetHashCode() { var a = 1; Func<int> f = () => base.GetHashCode() + a; a++; return f(); } }",
            ("C.<>n__0", "GetHashCode()"));

    [Test]
    public void The_state_machine_of_a_kick_off_method_is_found()
    {
        var module = Source.Compile("class C { async Task M() => await Task.Yield(); void N() { } }", optimised);
        var owners = new MethodOwners(module);

        Assert.That(owners.StateMachineOf(module.Method("C.M"))!.Name, Is.EqualTo("<M>d__0"));
        Assert.That(owners.StateMachineOf(module.Method("C.N")), Is.Null);
    }

    [Test]
    public void A_lambda_that_nothing_uses_belongs_to_itself()
    {
        var module = Source.Compile("class C { Func<Task> M() => async () => await Task.Yield(); }", optimised);
        module.Method("C.M").Body.Instructions.Clear();
        var owners = new MethodOwners(module);

        Assert.That(owners.OwnersOf(module.Method("MoveNext")).Select(method => method.Name), Is.EqualTo(["MoveNext", "<M>b__0_0"]));
    }

    private void AssertOwners(string source, params (string Made, string Owner)[] expected)
    {
        var module = Source.Compile(source, optimised);
        var owners = new MethodOwners(module);
        foreach (var (made, owner) in expected)
        {
            Assert.That(Name(owners.OwnerOf(module.Method(made))), Is.EqualTo(owner), made);
        }
    }

    private static string Name(MethodDefinition method) =>
        $"{method.Name}({string.Join(",", method.Parameters.Select(parameter => parameter.ParameterType.Name))})";
}
