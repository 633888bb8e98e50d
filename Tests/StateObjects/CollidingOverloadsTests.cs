using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>Two overloads must get separate second methods (which also take a state), even if both second methods would have the same signature.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class CollidingOverloadsTests
{
    private const string Lambdas = """
        public static class Own { public static int M(WaitCallback a) { a(0); return 1; } public static int M(Action<object> a) { a(0); return 2; } }
        public static class Caller
        {
            static int s_sum;
            public static string Call() => $"{One(1)}{Two(1)}";
            static int One(int x) => Own.M(new WaitCallback(o => s_sum += x));
            static int Two(int x) => Own.M(new Action<object>(o => s_sum += x));
        }
        """;

    private const string MethodGroups = """
        public static class Own
        {
            public static int M(string s, WaitCallback a, int x) { a(0); return 1; }
            public static int M(string s, Action<object> a, int x) { a(0); return 2; }
        }
        public class Worker { void Do(object o) { } public string Run() => $"{Own.M("", new WaitCallback(Do), 1)}{Own.M("", new Action<object>(Do), 2)}"; }
        public static class Caller { public static string Call() => new Worker().Run(); }
        """;

    private const string OfResults = """
        public static class Own { public static string M(WaitCallback a) { a(1); return "1"; } public static int M(Action<object> a) { a(2); return 2; } }
        public static class Caller
        {
            static int s_sum;
            public static string Call() => $"{One(1)}{Two(1)}";
            static string One(int x) => Own.M(new WaitCallback(o => s_sum += x));
            static int Two(int x) => Own.M(new Action<object>(o => s_sum += x));
        }
        """;

    [TestCase(Lambdas, true)]
    [TestCase(Lambdas, false)]
    [TestCase(MethodGroups, true)]
    [TestCase(OfResults, true)]
    public void Are_called_as_before(string source, bool optimised)
    {
        var compiled = Fixtures.Compile(optimised ? Shape.Release : Shape.Debug, $"using System;\nusing System.Threading;\n{source}");
        var woven = new WeavingRunner().Weave(compiled).Result;
        var again = new WeavingRunner().Weave(woven).Result;

        Assert.That(Methods(woven), Has.Some.EndsWith(">State").And.Some.EndsWith(">State2"));
        Assert.That(CalledProgram.Call<string>(compiled), Is.EqualTo("12"));
        Assert.That(CalledProgram.Call<string>(woven), Is.EqualTo("12"));
        Assert.That(CalledProgram.Call<string>(again), Is.EqualTo("12"));
        Assert.That(Methods(again), Is.EqualTo(Methods(woven)));

        static IReadOnlyList<string> Methods(CompiledAssembly assembly)
        {
            using var module = assembly.Read();
            return [.. module.GetType("Own").WithSecondMethods().Select(method => method.Name)];
        }
    }
}
