using System.Reflection;
using Tests.Compilation;
using Tests.Together;
using Tests.Weaving;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// Type arguments can give two slots (methods that a virtual call may name) the same signature. Such slots have separate dispatch methods. A method that fits a
/// slot only because of type arguments does not implement the slot.
/// </summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class CollidingSlotsTests
{
    private const string Closed = """
        public interface I<T> { Task<int> Get(T x); Task<int> Get(int y); }
        public class C : I<int> { async Task<int> I<int>.Get(int x) { await Task.Yield(); return 1; } public async Task<int> Get(int y) { await Task.Yield(); return 2; } }
        public static class Caller { public static async Task<string> Call() { I<int> i = new C(); return $"{await i.Get(x: 5)}{await i.Get(y: 5)}"; } }
        """;

    private const string Generic = """
        public interface I<T> { Task<int> Get<U>(T x, U u); Task<int> Get<U>(int y, U u); }
        public class C<T> : I<T> { async Task<int> I<T>.Get<U>(T x, U u) { await Task.Yield(); return 1; } async Task<int> I<T>.Get<U>(int x, U u) { await Task.Yield(); return 2; } }
        public static class Caller { public static async Task<string> Call() { I<int> i = new C<int>(); return $"{await i.Get(x: 5, "")}{await i.Get(y: 5, "")}"; } }
        """;

    private const string OfResults = """
        public interface I<T> { Task<string> Get(T x); Task<int> Get(int y); }
        public class C<T> : I<T> { async Task<string> I<T>.Get(T x) { await Task.Yield(); return "1"; } async Task<int> I<T>.Get(int y) { await Task.Yield(); return 2; } }
        public static class Caller { public static async Task<string> Call() { I<int> i = new C<int>(); return $"{await i.Get(x: 5)}{await i.Get(y: 5)}"; } }
        """;

    private const string Forwarded = """
        public interface I<T> { Task<int> Get(T x); Task<int> Get(int y); }
        public class C : I<int> { async Task<int> I<int>.Get(int x) { await Task.Yield(); return 1; } public async Task<int> Get(int y) { await Task.Yield(); return 2; } }
        public static class Caller
        {
            static Task<int> X(I<int> i) => i.Get(x: 5);
            static Task<int> Y(I<int> i) => i.Get(y: 5);
            public static async Task<string> Call() { I<int> i = new C(); return $"{await X(i)}{await Y(i)}"; }
        }
        """;

    private const string Constrained = """
        public interface I<T> { Task<int> Get<U>(U u) where U : T; }
        public class C<T> : I<T> { public virtual async Task<int> Get<U>(U u) where U : T { await Task.Yield(); return 1; } }
        public class D : I<System.IComparable> { public virtual async Task<int> Get<U>(U u) where U : System.IComparable { await Task.Yield(); return 2; } }
        public static class Caller
        {
            static async Task<int> Run<T, U>(I<T> i, U u) where U : T => await i.Get(u);
            public static async Task<string> Call() => $"{await Run(new C<int>(), 1)}{await Run(new D(), "")}";
        }
        """;

    [TestCase(Closed)]
    [TestCase(Generic)]
    [TestCase(OfResults)]
    [TestCase(Forwarded)]
    [TestCase(Constrained)]
    public async Task Are_called_as_before(string source)
    {
        var compiled = Fixtures.Compile(Shape.Release, $"using System.Threading.Tasks;\n{source}");
        var woven = new WeavingRunner().Weave(compiled).Result;
        var again = new WeavingRunner().Weave(woven).Result;

        Assert.That(await CalledProgram.Call<Task<string>>(compiled), Is.EqualTo("12"));
        Assert.That(await CalledProgram.Call<Task<string>>(woven), Is.EqualTo("12"));
        Assert.That(await CalledProgram.Call<Task<string>>(again), Is.EqualTo("12"));
    }

    /// <summary>The library refers to the slots' parameter types in netstandard. The caller refers to the same types in another assembly.</summary>
    [Test]
    public async Task Are_called_as_before_where_two_assemblies_name_one_type_differently()
    {
        var (library, caller) = (Closed[..Closed.IndexOf("public static class", StringComparison.Ordinal)], Closed[Closed.IndexOf("public static class", StringComparison.Ordinal)..]);
        using var parts = new Parts()
            .Add("Lib", $"using System.Threading.Tasks;\n{library}", framework: "netstandard2.0")
            .Add("App", $"using System.Threading.Tasks;\n{caller}");
        parts.WeaveTogether();

        Assert.That(await parts.Method<Func<Task<string>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo("12"));
        Assert.That(await parts.Method<Func<Task<string>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo("12"));
        var dispatches = parts.Load(Parts.Woven, "App").GetTypes().Single(type => type.Name == "<PooledAwait>Dispatch").GetMethods(BindingFlags.NonPublic | BindingFlags.Static);
        Assert.That(dispatches.Select(method => method.Name), Is.EqualTo((string[])["<I.Get>Dispatch", "<I.Get>Dispatch2"]));
    }

    /// <summary>
    /// The class E cannot be loaded, because its base lacks a method. The program never uses E, but comparing an object's type with E would load E.
    /// </summary>
    [Test]
    public async Task A_class_whose_base_lacks_a_method_is_not_loaded()
    {
        const string Good = "public class Good : I<int> { public virtual async Task<int> Get(int x) { await Task.Yield(); return 1; } }";
        using var parts = new Parts()
            .Add("Lib", $$"""using System.Threading.Tasks; public interface I<T> { Task<int> Get(int x); } {{Good}}""")
            .Add("App", """
                using System.Threading.Tasks;
                public class C<T> : I<T> { public virtual async Task<int> Get(int x) { await Task.Yield(); return 2; } }
                public class E : C<int> { }
                public static class Caller { static async Task<int> Use(I<int> i) => await i.Get(1); public static async Task<int> Call() => await Use(new Good()); }
                """)
            .Replace("Lib", $$"""using System.Threading.Tasks; public interface I<T> { Task<int> Get(int x); Task<int> Get(T x); } {{Good}}""");
        parts.WeaveTogether();

        Assert.That(await parts.Method<Func<Task<int>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo(1));
        Assert.That(await parts.Method<Func<Task<int>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo(1));
    }
}
