using Mono.Cecil;
using Mono.Cecil.Cil;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Program;
using PooledAwait.Fody.Values;
using Tests.Compilation;
using Tests.Together;

namespace Tests.Builders;

/// <summary>
/// A method and its overload with <c>__arglist</c> have the same name, and the same parameters except <c>__arglist</c>. The way in which a caller consumes the
/// result must count only for the called overload.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class VariableArgumentsTests
{
    private const string Overloads = "async ValueTask<int> Get(int value) { await Task.Delay(1); return value; }";

    [TestCase("static", "L")]
    [TestCase("", "new L()")]
    public async Task Are_told_apart(string modifier, string receiver)
    {
        using var parts = new Parts()
            .Add("Lib", $$"""
                using System.Threading.Tasks;
                public class L
                {
                    public {{modifier}} {{Overloads}}
                    public {{modifier}} ValueTask<int> Get(int value, __arglist) => new(value);
                    static async ValueTask<int> Properly() => await {{receiver}}.Get(1) + await {{receiver}}.Get(2);
                    public static async Task<int> Call() => await Properly();
                }
                """)
            .Add("App", $$"""
                using System.Threading.Tasks;
                using PooledAwait;
                public static class Caller
                {
                    [PooledAwaitIgnore] static async Task<int> Twice() { var task = {{receiver}}.Get(3); var first = await task; return first + await task; }
                    // Never called, as not every runtime can.
                    [PooledAwaitIgnore] static ValueTask<int> Other() => {{receiver}}.Get(7, __arglist(1, 2));
                    public static async Task<string> Call() => $"{await L.Call()} {await Twice()}";
                }
                """);
        parts.WeaveTogether();

        Assert.That(await parts.Method<Func<Task<string>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo("3 6"));
        Assert.That(await parts.Method<Func<Task<string>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo("3 6"));
    }

    /// <summary>A reference that fits neither overload must count as a call of both.</summary>
    [Test]
    public void Are_all_called_where_it_cannot_be_told_which()
    {
        using var module = Fixtures.Compile(Shape.Release, $$"""
            using System.Threading.Tasks;
            public class L { public static {{Overloads}} public static ValueTask<int> Get(int value, __arglist) => new(value); public static void Other() { } }
            """).Read();
        var type = module.GetType("L");
        var named = new MethodReference("Get", type.Methods[0].ReturnType, type) { HasThis = true, Parameters = { new ParameterDefinition(module.TypeSystem.Int32) } };
        var index = new CalleeIndex<string>(new WovenProgram(new MemberUses(module)));
        index.Add(Instruction.Create(OpCodes.Call, named), named, "call");

        Assert.That(type.Methods.Where(method => index.Of(method).Any()).Select(method => method.Name), Is.EqualTo((string[])["Get", "Get"]));
    }
}
