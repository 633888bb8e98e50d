namespace Tests.Together;

/// <summary>The weaver distinguishes overloads and implementations whose types have the same name in different assemblies.</summary>
[Thorough]
[Parallelizable(ParallelScope.All)]
public sealed class SameNamesTests
{
    private const string Overloads = """
        public class G<T>
        {
            public static async Task<int> Get(A1::N.X x) { await Task.Yield(); return 1; }
            public static async Task<int> Get(A2::N.X x) { await Task.Yield(); return 2; }
            public static async Task<int> Listed(List<A1::N.X> x) { await Task.Yield(); return 3; }
            public static async Task<int> Listed(List<A2::N.X> x) { await Task.Yield(); return 4; }
            public virtual async Task<int> Virtual(A1::N.X x) { await Task.Yield(); return 5; }
            public virtual async Task<int> Virtual(A2::N.X x) { await Task.Yield(); return 6; }
        }
        public class H : G<int> { }
        public static class Caller
        {
            public static async Task<string> Call() => $"{await One()}{await Two()}{await Three()}{await Four()}{await Five(new H())}{await Six(new H())}";
            static async Task<int> One() => await G<int>.Get((A1::N.X)null);
            static async Task<int> Two() => await G<int>.Get((A2::N.X)null);
            static async Task<int> Three() => await G<int>.Listed((List<A1::N.X>)null);
            static async Task<int> Four() => await G<int>.Listed((List<A2::N.X>)null);
            static async Task<int> Five(G<int> one) => await one.Virtual((A1::N.X)null);
            static async Task<int> Six(G<int> one) => await one.Virtual((A2::N.X)null);
        }
        """;

    private const string Own = """
        public class S { public static int M(Action a, A1::N.X x) { a(); return 1; } public static int M(Action a, A2::N.X x) { a(); return 2; } }
        public static class Caller
        {
            static int s_sum;
            public static async Task<string> Call() => $"{One(1)}{Two(2)}{s_sum}";
            static int One(int y) => S.M(() => { s_sum += y; }, new A1::N.X());
            static int Two(int y) => S.M(() => { s_sum += y; }, new A2::N.X());
        }
        """;

    private const string Consumed = """
        class G<T>
        {
            internal static async ValueTask<int> Use(ValueTask<int> task, A1::N.X x) => await task;
            internal static async ValueTask<int> Use(ValueTask<int> task, A2::N.X x) { var first = await task; return first + await task; }
        }
        static class M { internal static async ValueTask<int> Core() { await Task.Delay(1); return 1; } }
        public static class Caller
        {
            public static async Task<string> Call() => $"{await Run()}";
            static async ValueTask<int> Run() => await G<int>.Use(M.Core(), (A1::N.X)null) + await G<int>.Use(M.Core(), (A2::N.X)null);
        }
        """;

    private const string Implementations = """
        public interface I<T> { Task<int> Get(); }
        public class S : I<A1::N.X>, I<A2::N.X> { async Task<int> I<A1::N.X>.Get() { await Task.Yield(); return 1; } async Task<int> I<A2::N.X>.Get() { await Task.Yield(); return 2; } }
        """;

    private const string CallsImplementations = """
        public static class Caller
        {
            public static async Task<string> Call() => await Run(new S(), new S());
            static async Task<string> Run(I<A1::N.X> one, I<A2::N.X> two) => $"{await one.Get()}{await two.Get()}";
        }
        """;

    [TestCase("123456", Overloads)]
    [TestCase("123", Own)]
    [TestCase("3", Consumed)]
    [TestCase("12", Implementations + CallsImplementations)]
    [TestCase("12", Implementations, CallsImplementations)]
    public async Task Are_called_as_before(string expected, params string[] code)
    {
        using var parts = new Parts().Add("A1", "namespace N { public class X { } }").Add("A2", "namespace N { public class X { } }");
        foreach (var (source, number) in code.Select((source, number) => (source, number)))
        {
            parts.Add($"Part{number}", $"#pragma warning disable\nextern alias A1;\nextern alias A2;\nusing System;\nusing System.Collections.Generic;\nusing System.Threading.Tasks;\n{source}");
        }

        parts.WeaveTogether();

        Assert.That(await parts.Method<Func<Task<string>>>(Parts.NotWoven, "Caller", "Call")(), Is.EqualTo(expected));
        Assert.That(await parts.Method<Func<Task<string>>>(Parts.Woven, "Caller", "Call")(), Is.EqualTo(expected));
    }
}
