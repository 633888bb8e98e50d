using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>Tests the dispatch methods that virtual calls go to: how they look in the assembly's metadata, and for which types they test.</summary>
[Parallelizable(ParallelScope.Self)]
public class DispatchTests
{
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "implemented-elsewhere")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C : I { public Task<int> Get(int value) => null; } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "not-forwarded")]
    [TestCase("public interface I { async Task<int> Get(int value) { await Task.Yield(); return 1; } } public class C : I { } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "receiver-not-known")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C<T> : I { public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "receiver-not-known")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C : I { public CALLEE } public class P { public async Task<int> Call<T>(T i) where T : I => await i.Get(1); }", "virtual-call")]
    [TestCase("public interface I { [PooledAwait.PooledAwaitIgnore] Task<int> Get(int value); } public class C : I { public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "ignored")]
    [TestCase("[PooledAwait.PooledAwait(DirectAwaits = false)] public interface I { Task<int> Get(int value); } public class C : I { public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "switched-off")]
    [TestCase("public interface I { Task<int> Get(int value); } public class C : I { [RequiresUnreferencedCode(\"\")] public CALLEE } public class P { public async Task<int> Call(I i) => await i.Get(1); }", "receiver-not-known")]
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); } public class Q { private class C : I { public CALLEE } }", "changed")]
    public void Is_none_for_a_reason(string source, string reason) => Assert.That(
        CallDecisions.Of(Shape.Release, DispatchProgram.Usings + source.Replace("CALLEE", DispatchProgram.Callee)).Single(told => told.StartsWith("P.", StringComparison.Ordinal)), Does.EndWith($": {reason}"));

    /// <summary>
    /// If a dispatch method refers to private types or members, the class of the dispatch method is nested in the type that contains the private ones.
    /// </summary>
    [TestCase("public class P { private interface I { Task<int> Get(int value); } private class C : I { public CALLEE } public async Task<int> Call() => await ((I)new C()).Get(1); }", "P/<PooledAwait>Dispatch")]
    [TestCase("public class P { protected virtual CALLEE public async Task<int> Call() => await Get(1); }", "P/<PooledAwait>Dispatch")]
    [TestCase("public abstract class P<T> { protected abstract Task<int> Get(int value); public async Task<int> Call() => await Get(1); } public class C<T> : P<T> { protected override CALLEE }", "P`1/<PooledAwait>Dispatch`1")]
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); private class C : I { public CALLEE } }", "P/<PooledAwait>Dispatch")]
    [TestCase("public interface I { Task<int> Get(int value); } public class P { public async Task<int> Call(I i) => await i.Get(1); private class Q { public class C : I { public CALLEE } } }", "P/<PooledAwait>Dispatch")]
    [TestCase("public class P { public virtual CALLEE public async Task<int> Call() => await Get(1); }", "PooledAwait.Runtime.<PooledAwait>Dispatch")]
    public void Stands_where_all_that_it_names_can_be_seen(string source, string place) =>
        Assert.That(DispatchProgram.Dispatches(DispatchProgram.Weave(source.Replace("CALLEE", DispatchProgram.Callee))).Single().DeclaringType.FullName, Is.EqualTo(place));

    [Test]
    public void Is_not_made_again_by_another_weave([Values] bool sameCallers)
    {
        var source = Fixtures.Compile(Shape.Release, DispatchProgram.Usings + $$"""
            public interface I { Task<int> Get(int value); }
            public class C : I { public {{DispatchProgram.Callee}} }
            public static class P { public static async Task<int> One(I i) => await i.Get(1); }
            public static class Q { public static async Task<int> Two(I i) => await i.Get(2); }
            """);
        var once = new WeavingRunner { Config = new("PooledAwait", new System.Xml.Linq.XAttribute("Exclude", sameCallers ? "None" : "Q")) }.Weave(source).Result;
        using var woven = new WeavingRunner().Weave(once).Result.Read();
        Assert.Multiple(() =>
        {
            Assert.That(DispatchProgram.Dispatches(woven).Count(), Is.EqualTo(1));
            Assert.That(woven.GetTypes().Count(type => type.Name == "<PooledAwait>Dispatch"), Is.EqualTo(1));
            Assert.That(Calls(woven, "<I.Get>Dispatch"), Is.EqualTo(2));
        });
    }

    private static int Calls(ModuleDefinition module, string name) => module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody)
        .SelectMany(method => method.Body.Instructions).Count(instruction => (instruction.Operand as MethodReference)?.Name == name);
}
