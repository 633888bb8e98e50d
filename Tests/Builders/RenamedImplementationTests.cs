using NUnit.Framework;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Builders;

/// <summary>What implements an interface under another name, as Visual Basic lets it, is still known by what its callers do with the interface's result.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class RenamedImplementationTests
{
    private const string Source = """
        using PooledAwait;
        using System.Threading.Tasks;

        interface I { ValueTask<int> Get(); }
        sealed class C : I { internal async ValueTask<int> Core() { await Task.Delay(1); return 3; } ValueTask<int> I.Get() => Core(); }
        public static class Caller
        {
            static async ValueTask<int> Properly(C c) => await c.Core() + await c.Core();
            [PooledAwaitIgnore] static async Task<int> Twice(I i) { var task = i.Get(); var first = await task; return first + await task; }
            public static async Task<string> Call() { var c = new C(); return $"{await Properly(c)} {await Twice(c)}"; }
        }
        """;

    [TestCase("I.Get")]
    [TestCase("Other")]
    public async Task Is_consumed_by_those_who_call_the_interface(string name)
    {
        var compiled = Fixtures.Compile(Shape.Release, Source);
        var runner = new WeavingRunner { Prepare = module => module.GetType("C").Methods.Single(method => method.HasOverrides).Name = name };

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo("6 6"));
        Assert.That(await CalledProgram.Call<Task<string>>(runner.Weave(compiled).Result), Is.EqualTo("6 6"));
    }
}
