using Microsoft.CodeAnalysis.CSharp;
using Tests.Fuzzing.Trees;

namespace Tests.Fuzzing.Generating;

/// <summary>Generates the program of a seed.</summary>
internal static class ProgramGenerator
{
    private const int MethodSize = 18;

    public static FuzzProgram Generate(int seed)
    {
        var draw = new Draw(seed);
        var profile = Profile.Of(draw);
        var grammar = new Grammar(draw, profile);
        var methods = Enumerable.Range(0, 1 + draw.Below(4)).Select(index => MethodShape.Of(draw, index)).ToList();
        var settings = Settings(draw);
        var own = new List<Piece>();
        var nested = new List<Piece>();

        // Begins with the last method, because each method may call the methods after it.
        var callables = new List<Callable>();
        for (var i = methods.Count - 1; i >= 0; i--)
        {
            (methods[i].IsNested ? nested : own).Insert(0, methods[i].Write(grammar, callables, MethodSize));
            callables.Add(methods[i].Callable);
            if (methods[i].Returns != ReturnKind.Void)
            {
                foreach (var (callable, declaration) in grammar.Forwarders.Of(methods[i].Callable))
                {
                    own.Add(declaration);
                    callables.Add(callable);
                }
            }
        }

        var type = Code.Of($"{settings}public class Program{new Block([.. Fixed(grammar), Script(grammar, methods), .. own, .. nested])}");
        return new FuzzProgram(seed, LanguageOf(seed), profile.IsOrdered, SuspendsFirst(seed), type);
    }

    // C# 12 passes the tasks of a WhenAny in an array, and later versions in a span.
    private static LanguageVersion LanguageOf(int seed) => seed % 4 == 0 ? LanguageVersion.CSharp12 : LanguageVersion.Latest;

    // In these programs, every async body begins with an await that suspends, so that every call needs a box.
    private static bool SuspendsFirst(int seed) => seed % 5 == 1;

    // Draws the weaver's options, as an attribute of the program's class. So the seed also determines the options.
    private static string Settings(Draw draw)
    {
        List<string> settings = [];
        if (draw.OneIn(4))
        {
            settings.Add($"MinimumStateMachineSize = {draw.Of(24, 32, 64, 128)}");
        }

        if (draw.OneIn(5))
        {
            settings.Add("WhenAny = PooledWhenAny.Tasks");
        }

        if (draw.OneIn(6))
        {
            settings.Add($"Builders = {draw.Of("PooledBuilders.ValueTask", "PooledBuilders.Task | PooledBuilders.Void", "PooledBuilders.None")}");
        }

        if (draw.OneIn(12))
        {
            settings.Add("ContinueWith = false");
        }

        if (draw.OneIn(8))
        {
            settings.Add("DirectAwaits = false");
        }

        return settings.Count == 0 ? "" : $"[PooledAwait({string.Join(", ", settings)})]\n";
    }

    /// <summary>Generates the members that every program has.</summary>
    private static IEnumerable<Piece> Fixed(Grammar grammar)
    {
        // One assembly contains many programs. The weaver assumes that a delegate of a type may be called wherever the assembly calls delegates of this type.
        // So each program has its own delegate types.
        foreach (var kind in Enum.GetValues<ReturnKind>().Except([ReturnKind.Void]))
        {
            yield return Code.Of($"public delegate {kind.Text()} {kind.ToString()}Function(Lane l, int a);");
        }

        yield return Code.Of($"public readonly World w;");
        yield return Code.Of($"public int _f;");
        yield return Code.Of($"public ValueTask<int> _v;");
        yield return Code.Of($"public Program(World world) => w = world;");
        yield return Code.Of($"public void Noted(Task t) => w.Continued({grammar.Site()}, t);");
        yield return Code.Of($"public virtual void NotedVirtually(Task t) => w.Continued({grammar.Site()}, t);");
        yield return Code.Of($"public static void NotedStatically(Task t) => World.Running.Continued({grammar.Site()}, t);");
        yield return Code.Of($"public int Counted(Task t) => Count({grammar.Site()}, t);");
        yield return Code.Of($$"""
            public int Count(int site, Task t)
                {
                    w.Continued(site, t);
                    return site;
                }
            """);
        yield return Code.Of($$"""
            public static int Twice(int a, Func<int, int> f, int more)
                {
                    var sum = f(a) + more;
                    return more == 1 ? sum : sum + f(sum % 8);
                }
            """);
        yield return Code.Of($$"""
            public async IAsyncEnumerable<int> Iterate(Lane l, int a)
                {
                    for (var i = 0; i < a; i++)
                    {
                        l.Log({{grammar.Site()}}, i);
                        await w.Value(i);
                        yield return i;
                    }
                }
            """);
    }

    // Generates the script: a method that starts calls, and ends promises in random order with random outcomes. At its end, it completes all other promises.
    private static Code Script(Grammar grammar, IReadOnlyList<MethodShape> methods)
    {
        var draw = grammar.Draw;
        List<Piece> starts = [Start(grammar, methods[0])];
        for (var i = draw.Below(3); i > 0; i--)
        {
            starts.Add(Start(grammar, methods[draw.Below(methods.Count)]));
        }

        var steps = new List<Piece>();
        for (var i = Grammar.Promises + draw.Below(4); i > 0; i--)
        {
            steps.Add(draw.OneIn(6)
                ? Step(grammar, $"w.CancelToken({draw.Below(Grammar.Tokens)})")
                : Step(grammar, $"w.{draw.Of("Complete", "Complete", "Complete", "Complete", "Fail", "Cancel")}({draw.Below(Grammar.Promises)})"));
        }

        // Up to two steps run before the script calls the first method. The other steps run after that call.
        var before = draw.Below(3);
        var mixed = new List<Piece> { Code.Of($"var p = new Program(w);") };
        mixed.AddRange(steps.Take(before));
        mixed.Add(starts[0]);
        foreach (var step in steps.Skip(before))
        {
            if (starts.Count > 1 && draw.OneIn(4))
            {
                mixed.Add(starts[^1]);
                starts.RemoveAt(starts.Count - 1);
            }

            mixed.Add(step);
        }

        mixed.AddRange(starts.Skip(1));
        for (var i = 0; i < Grammar.Promises; i++)
        {
            mixed.Add(Step(grammar, $"w.Complete({i})"));
        }

        return Code.Of($"public static void Script(World w){new Block(mixed)}");
    }

    private static Code Start(Grammar grammar, MethodShape method)
    {
        var draw = grammar.Draw;
        var consumption = method.Returns is ReturnKind.ValueTask or ReturnKind.ValueTaskOfInt
            ? $"Consumption.{draw.Of(Enum.GetValues<Worlds.Consumption>())}, "
            : "";
        var call = $"{method.Callable.Function.Replace("{0}", "p")}(l, {draw.Below(10)}{method.Callable.Extra.Replace("{0}", "p")})";
        return Code.Of($"w.Start({grammar.Site()}, Place.{Place(grammar)}, {consumption}l => {call});");
    }

    private static Code Step(Grammar grammar, string action) => Code.Of($"w.Step(Place.{Place(grammar)}, () => {action});");

    private static string Place(Grammar grammar) =>
        (grammar.Profile.Contexts ? grammar.Draw.Of(Enum.GetValues<Worlds.Place>()) : Worlds.Place.Nowhere).ToString();
}
