using PooledAwait.Inspect.Stacks.Snapshots;

namespace Tests.Inspect.Stacks;

[Parallelizable(ParallelScope.Self)]
public static class TypeNameTests
{
    [TestCase("System.Int32", "System.Int32")]
    [TestCase("System.Threading.Tasks.Task<System.Int32>", "System.Threading.Tasks.Task")]
    [TestCase("A.Builder<System.Int32>+Box<A.B+<M>d__1>", "A.Builder+Box")]
    [TestCase("A.Builder`1+Box`1[[A.B+<M>d__1, A]]", "A.Builder+Box")]
    [TestCase("A.B<C.D>+<M>d__1<System.String>", "A.B+<M>d__1")]
    public static void Arguments_are_left_out(string name, string definition) => Assert.That(TypeName.Definition(name), Is.EqualTo(definition));

    [TestCase("A.B+<M>d__1", "A.B.M")]
    [TestCase("A.Outer<T>+Inner+<M>d__0", "A.Outer.Inner.M")]
    [TestCase("Program+<<Main>$>d__0", "Program.Main")]
    [TestCase("Program+<>c+<<<Main>$>b__0_1>d", "Program.Main.lambda")]
    [TestCase("A.B+<<M>g__Local|3_0>d", "A.B.M.Local")]
    [TestCase("A.B+<>c__DisplayClass1_0+<<M>b__0>d", "A.B.M.lambda")]
    [TestCase("A.B+<A-I-M>d__4", "A.B.A-I-M")]
    [TestCase("A.Machine", "A.Machine")]
    [TestCase("A.B+VB$StateMachine_12_M_N", "A.B.M_N")]
    [TestCase("A.B+_Closure$__3-0+VB$StateMachine___Lambda$__0", "A.B.lambda")]
    [TestCase("A.B+M@12-1<System.Int32>", "A.B.M")]
    public static void Methods_are_named_as_their_authors_know_them(string machine, string method) => Assert.That(TypeName.Method(machine), Is.EqualTo(method));

    [TestCase("System.Threading.Tasks.TaskCompletionSource<System.Collections.Generic.List<A.B>>", "TaskCompletionSource<List<B>>")]
    [TestCase("A.Outer+Inner", "Outer.Inner")]
    public static void Namespaces_are_left_out_for_people(string name, string text) => Assert.That(TypeName.Short(name), Is.EqualTo(text));

    [TestCase("R.Box<A.B+<M>d__1, System.Int32>", "A.B+<M>d__1")]
    [TestCase("R.Box<A.B<C, D>, E>", "A.B<C, D>")]
    [TestCase("R.Box", "")]
    public static void The_first_argument_is_found(string name, string argument) => Assert.That(TypeName.FirstArgument(name), Is.EqualTo(argument));
}
