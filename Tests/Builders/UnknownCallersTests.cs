using Tests.Compilation;
using Tests.Together;
using Tests.Weaving;

namespace Tests.Builders;

/// <summary>Tests methods with callers that the weaver cannot find. These callers consume the ValueTask twice. Weaving must not change the results.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class UnknownCallersTests
{
    /// <summary>An enumerator and a list whose type argument is a ValueTask. The base library returns or keeps their elements.</summary>
    private const string Collections = """
        sealed class All : IEnumerable<ValueTask<int>>, IEnumerator<ValueTask<int>>
        {
            int _at;
            public ValueTask<int> Current => Caller.M(_at);
            object IEnumerator.Current => Current;
            public bool MoveNext() => ++_at <= 2;
            public void Reset() { }
            public void Dispose() { }
            public IEnumerator<ValueTask<int>> GetEnumerator() { _at = 0; return this; }
            IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
        }
        static partial class Caller
        {
            static async Task<string> CallAsync()
            {
                var first = new All().First();
                var text = $"{await first + await first} ";
                var all = new All().ToList();
                foreach (var one in all) { text += await one; }
                foreach (var one in all) { text += await one; }
                return text;
            }
        }
        """;

    private const string Accessor = """
        sealed class Secret { async ValueTask<int> Get(int i) { await Task.Yield(); return i; } public async Task<int> Properly() => await Get(1); }
        static partial class Caller
        {
            [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] static extern ValueTask<int> Get(Secret secret, int i);
            static async Task<string> CallAsync()
            {
                var task = Get(new Secret(), 3);
                return $"{await task + await task} {await new Secret().Properly()}";
            }
        }
        """;

    private const string AccessorBehindDelegate = """
        sealed class Secret { async ValueTask<int> Get(int i) { await Task.Yield(); return i; } public async Task<int> Properly() => await Get(1); }
        delegate ValueTask<int> Gets(Secret secret, int i);
        static partial class Caller
        {
            [UnsafeAccessor(UnsafeAccessorKind.Method, Name = "Get")] static extern ValueTask<int> Get(Secret secret, int i);
            static async Task<string> CallAsync()
            {
                Gets gets = Get;
                var task = gets(new Secret(), 9);
                return $"{await task + await task} {await new Secret().Properly()}";
            }
        }
        """;

    private const string FunctionPointer = """
        sealed unsafe class Pointer(delegate*<int, ValueTask<int>> function) { public ValueTask<int> Call(int i) => function(i); }
        static partial class Caller
        {
            static unsafe Pointer Made() => new(&M);
            static async Task<string> CallAsync()
            {
                var task = Made().Call(4);
                return $"{await task + await task}";
            }
        }
        """;

    private const string Providers = """
        interface IProvider<T> { Func<T> Function { get; } }
        interface IInner<T> : IProvider<T> { }
        interface IOuter<T> { IProvider<T> Provider { get; } }
        interface IStatic<T> { static abstract Func<T> Function { get; } }
        abstract class Base<T> { public abstract Func<T> Get(); }
        abstract class Middle<T> : Base<T> { }
        sealed class Provider : Middle<ValueTask<int>>, IInner<ValueTask<int>>, IOuter<ValueTask<int>>, IStatic<ValueTask<int>>
        {
            public Func<ValueTask<int>> Function => () => Caller.M(5);
            static Func<ValueTask<int>> IStatic<ValueTask<int>>.Function => () => Caller.M(6);
            public override Func<ValueTask<int>> Get() => () => Caller.M(7);
            IProvider<ValueTask<int>> IOuter<ValueTask<int>>.Provider => this;
        }
        static partial class Caller
        {
            static T[] Constrained<X, T>(X provider) where X : IProvider<T> { var one = provider.Function(); return [one, one]; }
            static T[] Cast<T>(object provider) { var one = ((IProvider<T>)provider).Function(); return [one, one]; }
            static T[] Abstract<X, T>() where X : IStatic<T> { var one = X.Function(); return [one, one]; }
            static T[] Inherited<T>(IInner<T> provider) { var one = provider.Function(); return [one, one]; }
            static T[] Nested<T>(IOuter<T> provider) { var one = provider.Provider.Function(); return [one, one]; }
            static T[] OfBase<T>(Middle<T> provider) { var one = provider.Get()(); return [one, one]; }
            static async Task<string> CallAsync()
            {
                var text = "";
                foreach (var twice in new ValueTask<int>[][]
                    { Constrained<Provider, ValueTask<int>>(new()), Cast<ValueTask<int>>(new Provider()), Abstract<Provider, ValueTask<int>>(), Inherited<ValueTask<int>>(new Provider()), Nested<ValueTask<int>>(new Provider()), OfBase<ValueTask<int>>(new Provider()) })
                {
                    foreach (var one in twice) { text += await one; }
                }
                return text;
            }
        }
        """;

    [TestCase(Collections, "2 1212")]
    [TestCase(Accessor, "6 1")]
    [TestCase(AccessorBehindDelegate, "18 1")]
    [TestCase(FunctionPointer, "8")]
    [TestCase(Providers, "555566555577")]
    public void Get_what_they_got(string source, string result)
    {
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            using System;
            using System.Collections;
            using System.Collections.Generic;
            using System.Linq;
            using System.Runtime.CompilerServices;
            using System.Threading.Tasks;
            {{source}}
            static partial class Caller
            {
                public static async ValueTask<int> M(int i) { await Task.Delay(1); return i; }
                static async Task<int> Properly() => await M(1);
                public static string Call() => CallAsync().GetAwaiter().GetResult();
            }
            """);

        Assert.That(CalledProgram.Call<string>(compiled), Is.EqualTo(result));
        Assert.That(CalledProgram.Call<string>(new WeavingRunner().Weave(compiled).Result), Is.EqualTo(result));
    }

    /// <summary>Only a type of the library names ValueTask as the type argument. The program's types do not name it.</summary>
    [Test]
    public async Task Get_what_they_got_where_a_library_fixes_the_argument()
    {
        using var parts = new Parts()
            .Add("Lib", """
                using System.Threading.Tasks;
                public interface IGet<T> { T Get(); }
                public interface IGetInt : IGet<ValueTask<int>> { }
                public static class Run { public static T[] Twice<T>(IGet<T> get) { var one = get.Get(); return new[] { one, one }; } }
                public abstract class Cache<T> { T _value; bool _has; protected abstract T Load(); public T Value { get { if (!_has) { _value = Load(); _has = true; } return _value; } } }
                public abstract class IntCache : Cache<ValueTask<int>> { }
                """)
            .Add("App", """
                using System.Threading.Tasks;
                public sealed class Loads : IntCache
                {
                    protected override async ValueTask<int> Load() { await Task.Delay(1); return 3; }
                    public async Task<int> Properly() => await Load();
                }
                public sealed class Gets : IGetInt
                {
                    public async ValueTask<int> Get() { await Task.Delay(1); return 4; }
                    public static async Task<int> Properly() => await new Gets().Get();
                }
                public static class Caller
                {
                    public static async Task<string> Call()
                    {
                        var cache = new Loads();
                        var twice = Run.Twice(new Gets());
                        return $"{await cache.Value + await cache.Value} {await twice[0] + await twice[1]} {await Gets.Properly() + await cache.Properly()}";
                    }
                }
                """);
        parts.WeaveEach();

        Assert.That(await parts.Method<Func<Task<string>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo("6 8 7"));
        Assert.That(await parts.Method<Func<Task<string>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo("6 8 7"));
    }

    /// <summary>For each interface, the C# compiler lists all inherited interfaces, so each level of inheritance could double the weaver's work.</summary>
    [Test]
    public void Are_found_at_once_behind_many_interfaces()
    {
        var chain = string.Join("\n", Enumerable.Range(1, 40).Select(i => $"public interface I{i}<T> : I{i - 1}<T> {{ }}"));
        var compiled = Fixtures.Compile(Shape.Release, $$"""
            using System.Threading.Tasks;
            public interface I0<T> { T Get(); }
            {{chain}}
            public sealed class C : I40<ValueTask<int>> { public async ValueTask<int> Get() { await Task.Delay(1); return 1; } }
            public static class Caller { public static string Call() => $"{new C().Get().AsTask().Result}"; }
            """);

        Assert.That(CalledProgram.Call<string>(new WeavingRunner().Weave(compiled).Result), Is.EqualTo("1"));
    }

    /// <summary>
    /// A library returns the ValueTask of a method that implements its interface. In the library, the method's return type is a type parameter.
    /// </summary>
    [Test]
    public async Task Get_what_they_got_of_another_assembly()
    {
        using var parts = new Parts()
            .Add("Lib", "public interface IGet<T> { T Get(int i); } public static class Run { public static T Of<T>(IGet<T> get) => get.Get(8); }")
            .Add("App", """
                using System.Threading.Tasks;
                public sealed class Mine : IGet<ValueTask<int>>
                {
                    public async ValueTask<int> Get(int i) { await Task.Delay(1); return i; }
                    public static async Task<int> Properly() => await new Mine().Get(1);
                }
                public static class Caller
                {
                    public static async Task<string> Call()
                    {
                        var task = Run.Of(new Mine());
                        return $"{await task + await task} {await Mine.Properly()}";
                    }
                }
                """);
        parts.WeaveEach();

        Assert.That(await parts.Method<Func<Task<string>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo("16 1"));
        Assert.That(await parts.Method<Func<Task<string>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo("16 1"));
    }
}
