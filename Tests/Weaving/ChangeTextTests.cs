using System.Text.RegularExpressions;
using System.Xml.Linq;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Weaving;

[Parallelizable(ParallelScope.Self)]
public partial class ChangeTextTests
{
    private static readonly CompiledAssembly s_async = Fixtures.Compile(
        Shape.Release, "using System.Threading.Tasks; class C { async ValueTask M() => await Task.Yield(); async ValueTask N() { await Task.Yield(); O(); } void O() { } }");

    [Test]
    public void Shows_the_lines_that_are_gone_and_new_with_those_around_them_and_all_of_a_member_that_is_new()
    {
        var text = Of(
            "class C { int x; int y; int z; int Same() => y; int Other() => x + y + z + 1; int Gone() => 1; }",
            "class C { long x; int y; int z; int Same() => y; int Other() => y + y + z + 1; static int New() => 2; }");
        Assert.That(Digests().Replace(text, "#"), Is.EqualTo(
            """
            net10.0-Release:

            C
            - .field private int32 x
            + .field private int64 x #
              .method private hidebysig instance int32 Other () cil managed #
                IL_0000: ldarg.0
              - IL_0001: ldfld int32 C::x
              + IL_0001: ldfld int32 C::y
                IL_0006: ldarg.0
            + .method private hidebysig static int32 New () cil managed #
              + .maxstack 8
              + IL_0000: ldc.i4.2
              + IL_0001: ret
            - .method private hidebysig instance int32 Gone () cil managed
            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Of_a_method_that_gets_a_parameter_shows_that() => Assert.That(
        Digests().Replace(Of("class C { int M() => 1; }", "class C { int M(int a) => 1; }"), "#"),
        Does.EndWith("\n\nC\n- .method private hidebysig instance int32 M () cil managed\n+ .method private hidebysig instance int32 M ( int32 a ) cil managed #"));

    [Test]
    public void Names_builders_alone_where_nothing_else_changes_and_a_type_like_one_before_it()
    {
        const string Becomes = "    AsyncValueTaskMethodBuilder becomes PooledAsyncValueTaskMethodBuilder";
        var lines = Digests().Replace(ChangeText.Of([Weave(s_async)], "C", static _ => true), "#").Split('\n');

        Assert.That(lines.Where(line => line.StartsWith("    ")), Has.Exactly(5).StartsWith(Becomes).And.All.StartsWith(Becomes));
        Assert.That(lines, Does.Contain("C+<N>d__1 as C+<M>d__0 #"));
    }

    [Test]
    public void Shows_what_differs_beside_builders()
    {
        var woven = Weave(s_async);
        using var module = woven.Result.Read();
        var (first, second) = (module.GetType("C/<M>d__0"), module.GetType("C/<N>d__1"));
        first.Methods.Single(method => method.Name == "SetStateMachine").Body.Instructions[1].Operand = second.Fields.Single(field => field.Name == "<>t__builder");
        using var image = new MemoryStream();
        module.Write(image);

        Assert.That(ChangeText.Of([woven with { Output = woven.Result with { Image = image.ToArray() } }], "C", static _ => true), Does.Contain(
            """
                AsyncValueTaskMethodBuilder becomes PooledAsyncValueTaskMethodBuilder
                IL_0000: ldarg.0
              - IL_0001: ldflda valuetype [PooledAwait.Runtime]PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder C/'<M>d__0'::'<>t__builder'
              + IL_0001: ldflda valuetype [PooledAwait.Runtime]PooledAwait.Runtime.PooledAsyncValueTaskMethodBuilder C/'<N>d__1'::'<>t__builder'
                IL_0006: ldarg.1
            """.ReplaceLineEndings("\n")));
    }

    [Test]
    public void Of_another_shape_shows_what_is_not_as_in_the_first()
    {
        const string Before = "class C { int M(int a) => a; int N() => 1; }";
        var first = Woven(Shape.Release, Before, "class C { int M(int a) => a + 1; int N() => 2; }");
        string Second(string after) => ChangeText.Of([first, Woven(Shape.Debug, Before, after)], "C", static _ => true);

        Assert.That(Digests().Replace(Second("class C { int M(int a) => a + 1; int N() => 2; }"), "#"), Does.EndWith("\n\nnet10.0-Debug: 2 of 2 members as in net10.0-Release #"));
        Assert.That(Digests().Replace(Second("class C { int M(int a) => a + 1; int N() => 3; }"), "#"), Does.EndWith(
            """


            net10.0-Debug: 1 of 2 members as in net10.0-Release #

            C
              .method private hidebysig instance int32 N () cil managed #
                .maxstack 8
              - IL_0000: ldc.i4.1
              + IL_0000: ldc.i4.3
                IL_0001: ret
            """.ReplaceLineEndings("\n")));
    }

    /// <summary>What is not shown is in the digest: the lines of the compiler's, and where branches lead.</summary>
    [TestCase("if (a > 0) { a++; }")]
    [TestCase("if (a > 0) { a--; } a++;")]
    public void Changes_with_everything_of_a_member(string other)
    {
        const string Shown = "if (a > 0) { a--; a++; }";
        const string Before = $"class C {{ int M(int a) {{ {Shown} return a + 2; }} }}";
        const string After = $"class C {{ int M(int a) {{ {Shown} return a + 3; }} }}";
        var one = Of(Before, After);
        var two = Of(Before.Replace(Shown, other), After.Replace(Shown, other));

        Assert.That(WithoutDigests(one), Does.Contain("+ IL: ldc.i4.3").And.Not.Contain("sub"));
        Assert.That(WithoutDigests(two), Is.EqualTo(WithoutDigests(one)));
        Assert.That(two, Is.Not.EqualTo(one));

        static string WithoutDigests(string text) => Digests().Replace(MemberChange.WithoutGivenNames(text), "#");
    }

    private static string Of(string before, string after) => ChangeText.Of([Woven(Shape.Release, before, after)], "C", static _ => true);

    private static Woven Woven(Shape shape, string before, string after) => new(Fixtures.Compile(shape, before), Fixtures.Compile(shape, after), []);

    private static Woven Weave(CompiledAssembly compiled) => new WeavingRunner { Config = new XElement("PooledAwait", new XAttribute("MinimumStateMachineSize", 0)) }.Weave(compiled);

    [GeneratedRegex("// [0-9a-f]{8}$", RegexOptions.Multiline)]
    private static partial Regex Digests();
}
