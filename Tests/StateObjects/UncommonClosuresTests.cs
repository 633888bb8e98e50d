using Tests.Compilation;
using Tests.Weaving;

namespace Tests.StateObjects;

/// <summary>Uncommon closures, and uncommon methods that take delegates, must do the same as without weaving. They are woven soundly, or left alone.</summary>
[Parallelizable(ParallelScope.All)]
public sealed class UncommonClosuresTests
{
    /// <summary>The compiler links the loop's closure with the outer closure, although no remaining code needs the link.</summary>
    private const string LinkedForDeadCode = LinkedClosures + "{ if (Trace) { Console.WriteLine(a); } return b; }); } } }";

    private const string LinkedForCodeBehindReturn = LinkedClosures + "{ return b; Console.WriteLine(a); }); } } }";

    private const string LinkedClosures = """
        public static class Caller
        {
            const bool Trace = false;
            static string s_done = "";
            public static string Call()
            {
                var kept = new List<Func<string>>();
                using var source = new CancellationTokenSource();
                Fill(source.Token, ["b", "c"], kept, "a");
                source.Cancel();
                return s_done + kept[0]() + kept[1]();
            }
            static void Fill(CancellationToken token, string[] items, List<Func<string>> kept, string a)
            {
                token.Register(() => s_done += a);
                foreach (var item in items)
                {
                    var b = item;
                    kept.Add(() => 
        """;

    /// <summary>
    /// In C#, a struct without fields counts as assigned. So a lambda may capture a variable of this type although no code assigns the variable.
    /// </summary>
    private const string NeverAssigned = """
        public readonly struct Nothing { public override string ToString() => "n"; }
        public static class Caller
        {
            public static string Call() => Get(new());
            static string Get(ConcurrentDictionary<int, string> known) { Nothing nothing; return known.GetOrAdd(1, key => Show(nothing) + key); }
            static string Show(Nothing nothing) => nothing.ToString();
        }
        """;

    private const string InParameter = """
        public readonly struct Money(decimal amount) { public readonly decimal Amount = amount; }
        public static class Caller
        {
            static readonly Money s_one = new(1);
            public static string Call() => $"{Sum(2)} {Passed(new Money(3), 4)} {Returned(5)}";
            static decimal Plus(in Money money, Func<decimal> other) => money.Amount + other();
            static decimal PlusOf(ref readonly Money money, Func<decimal> other) => money.Amount + other();
            static ref readonly Money One() => ref s_one;
            static decimal Sum(decimal x) => Plus(in s_one, () => x);
            static decimal Passed(in Money money, decimal x) => Plus(in money, () => x) + PlusOf(in money, () => x);
            static decimal Returned(decimal x) => Plus(in One(), () => x);
        }
        """;

    private const string InParameterOfDirectlyAwaited = """
        public readonly struct Money(decimal amount) { public readonly decimal Amount = amount; }
        public static class Caller
        {
            static readonly Money s_one = new(1);
            public static string Call() => $"{SumAsync().Result}";
            static async Task<decimal> SumAsync() => await ForwardAsync(in s_one) + 1;
            static Task<decimal> ForwardAsync(in Money money) => InnerAsync(money.Amount);
            static async Task<decimal> InnerAsync(decimal amount) { await Task.Yield(); return amount; }
        }
        """;

    /// <summary>
    /// A constructor parameter that a member uses becomes a field. So a lambda in an initialiser captures the object before the base class's constructor has
    /// run.
    /// </summary>
    private const string PrimaryConstructor = """
        public class Named(int p, string name)
        {
            readonly string _text = Own.Get(() => name + p);
            public string Text => _text + p;
        }
        public class Kept(int p, string name)
        {
            static readonly ConcurrentDictionary<int, string> s_known = new();
            readonly string _text = s_known.GetOrAdd(1, key => name + p + key);
            public string Text => _text + p;
        }
        public static class Own { public static string Get(Func<string> get) => get(); }
        public static class Caller { public static string Call() => new Named(1, "a").Text + new Kept(2, "b").Text; }
        """;

    [TestCase(LinkedForDeadCode, "abc")]
    [TestCase(LinkedForCodeBehindReturn, "abc")]
    [TestCase(NeverAssigned, "n1")]
    [TestCase(InParameter, "3 14 6")]
    [TestCase(InParameterOfDirectlyAwaited, "2")]
    [TestCase(PrimaryConstructor, "a11b212")]
    public void Do_what_they_did(string source, string result)
    {
        Assert.Multiple(() =>
        {
            foreach (var shape in (Shape[])[Shape.Release, Shape.Debug])
            {
                var compiled = Fixtures.Compile(shape, $"""
                    using System;
                    using System.Collections.Concurrent;
                    using System.Collections.Generic;
                    using System.Threading;
                    using System.Threading.Tasks;
                    {source}
                    """);
                var woven = new WeavingRunner().Weave(compiled);

                Assert.That(woven.Warnings, Is.Empty, $"{shape}");
                Assert.That(CalledProgram.Call<string>(compiled), Is.EqualTo(result), $"{shape}");
                Assert.That(CalledProgram.Call<string>(woven.Result), Is.EqualTo(result), $"{shape}");
            }
        });
    }
}
