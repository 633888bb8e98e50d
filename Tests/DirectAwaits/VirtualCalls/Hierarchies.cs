using System.Globalization;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp;
using Tests.Compilation;

namespace Tests.DirectAwaits.VirtualCalls;

/// <summary>
/// Random hierarchies of classes that implement variant interfaces: with several type arguments, a second time in a derived class, explicitly or by
/// inheritance, through generic classes or default implementations. Each method returns its own number. The method's attribute contains the same number.
/// </summary>
internal sealed class Hierarchies
{
    /// <summary>The interfaces, and the types that are used as their type arguments.</summary>
    public const string Interfaces = """
        #pragma warning disable
        using System.ComponentModel;
        using System.Threading.Tasks;

        public interface IAnimal { }
        public class Animal : IAnimal { }
        public class Pet : Animal { }
        public class Cat : Pet { }
        public sealed class Stone { }

        public interface IOut<out A> { Task<int> N(); }
        public interface IIn<in A> { Task<int> N(); Task<int> Take(A value); }
        public interface IMap<in A, out B> { Task<int> N(); Task<int> Map<V>(A value); }
        public interface IPlain<A> { Task<int> N(); Task<int> Put(A value); }
        public interface IDefault<out A> { [Description("1")] async Task<int> N() { await Task.Yield(); return 1; } }
        public interface ICats : IOut<Cat>, IDefault<Cat> { [Description("2")] async Task<int> IDefault<Cat>.N() { await Task.Yield(); return 2; } }
        public interface IKeepsPets : IIn<Pet> { }
        """;

    private const string Header = "#pragma warning disable\nusing System.ComponentModel;\nusing System.Threading.Tasks;";

    private static readonly string[] s_arguments = ["object", "IAnimal", "Animal", "Pet", "Cat", "Stone", "int"];
    private static readonly string[] s_few = ["object", "Pet", "Cat"];
    private readonly Random _random;
    private int _methods = 2;

    private Hierarchies(int seed) => _random = new Random(seed);

    /// <summary>
    /// Generic and non-generic methods that await a call through each interface with each type argument. They have the names of the called methods.
    /// </summary>
    public static string Callers { get; } = $$"""
        public static class Callers
        {
            {{string.Join("\n    ", AllCallers())}}
        }

        public static class Generic
        {
            public static async Task<int> N<T>(IOut<T> one) => await one.N();
            public static async Task<int> N<T>(IIn<T> one) => await one.N();
            public static async Task<int> N<T>(IDefault<T> one) => await one.N();
            public static async Task<int> N<T, U>(IMap<T, U> one) => await one.N();
        }
        """;

    /// <summary>
    /// Generates random hierarchies, and returns those that compile. Each hierarchy is a list of its classes' sources, with the base class first.
    /// </summary>
    public static IReadOnlyList<IReadOnlyList<string>> Of(int seed, int count)
    {
        var random = new Hierarchies(seed);
        var made = Enumerable.Range(0, count).Select(random.New).ToList();
        var sources = made.Select(classes => CSharpSyntaxTree.ParseText($"{Header}\n{string.Join("\n", classes)}")).ToList();
        var errors = CSharpCompilation.Create("Hierarchies", [CSharpSyntaxTree.ParseText(Interfaces), .. sources], References.MetadataOf(References.Current), new(OutputKind.DynamicallyLinkedLibrary))
            .GetDiagnostics().Where(diagnostic => diagnostic.Severity == DiagnosticSeverity.Error).Select(diagnostic => diagnostic.Location.SourceTree).ToHashSet();
        return [.. made.Where((_, i) => !errors.Contains(sources[i]))];
    }

    private static IEnumerable<string> AllCallers()
    {
        var instances = new[] { "IOut", "IIn", "IPlain", "IDefault" }.SelectMany(name => s_arguments.Select(argument => $"{name}<{argument}>"))
            .Concat(s_few.SelectMany(one => s_few.Select(other => $"IMap<{one}, {other}>")));
        foreach (var instance in instances)
        {
            foreach (var (method, call) in MethodsOf(instance).Select(method => (method.Name, method.Parameter == "" ? method.Name : method.Name == "Map" ? "Map<int>" : method.Name)))
            {
                yield return $"public static async Task<int> {method}({instance} one) => await one.{call}({(method == "N" ? "" : "default")});";
            }

            if (!instance.StartsWith("IPlain", StringComparison.Ordinal))
            {
                yield return $"public static async Task<int> Generic_N({instance} one) => await Generic.N(one);";
            }
        }
    }

    private static IEnumerable<Method> MethodsOf(string instance)
    {
        var argument = instance.Split('<', ',', '>')[1];
        yield return new Method("N", "");
        switch (instance.Split('<')[0])
        {
            case "IIn":
                yield return new Method("Take", argument);
                break;
            case "IMap":
                yield return new Method("Map", argument);
                break;
            case "IPlain":
                yield return new Method("Put", argument);
                break;
        }
    }

    private IReadOnlyList<string> New(int number)
    {
        var classes = new List<string>();
        var above = new Inherited("", false, [], []);
        var depth = _random.Next(2, 6);
        for (var i = 0; i < depth; i++)
        {
            (var code, above) = Class($"C{number}_{i}", above, isFirst: i == 0, isLast: i == depth - 1);
            classes.Add(code);
        }

        return classes;
    }

    private (string Code, Inherited Inherited) Class(string name, Inherited above, bool isFirst, bool isLast)
    {
        var isGeneric = !isLast && Chance(20);
        var isAbstract = !isLast && Chance(20);
        var baseArgument = Argument(isGeneric);
        var (instances, members) = above.For(baseArgument);
        var declared = Declared(isFirst ? _random.Next(1, 4) : _random.Next(0, 4), instances, isGeneric);
        var code = new List<string>();
        var own = new List<Member>();
        foreach (var method in declared.SelectMany(Closure).SelectMany(MethodsOf).Concat(members.Where(member => member.IsAbstract).Select(member => member.Method)).Distinct())
        {
            var before = members.Find(member => member.Method == method);
            if (before is { IsAbstract: true } || Chance(40))
            {
                own.Add(Public(method, before, isAbstract));
                code.Add(own[^1].IsAbstract ? $"public abstract {Signature(method, "")};" : Body($"public {own[^1].Modifiers}async {Signature(method, "")}"));
            }
        }

        foreach (var instance in declared.SelectMany(Closure).Distinct())
        {
            var hasDefault = instance.StartsWith("IDefault", StringComparison.Ordinal);
            foreach (var method in MethodsOf(instance))
            {
                if (Chance(35) || !hasDefault && !own.Concat(members).Any(member => member.Method == method))
                {
                    code.Add(Body($"async {Signature(method, $"{instance}.")}"));
                }
            }
        }

        var bases = new[] { isFirst ? "" : above.IsGeneric ? $"{above.Name}<{baseArgument}>" : above.Name }.Concat(declared).Where(part => part != "").ToList();
        var header = $"public {(isAbstract ? "abstract " : "")}class {name}{(isGeneric ? "<T>" : "")}{(bases.Count == 0 ? "" : $" : {string.Join(", ", bases)}")}";
        return (
            $"{header}\n{{\n    {string.Join("\n    ", code)}\n}}\n",
            new Inherited(name, isGeneric, [.. instances, .. declared], [.. own, .. members.Where(member => own.TrueForAll(other => other.Method != member.Method))]));
    }

    private Member Public(Method method, Member? before, bool isAbstract)
    {
        var modifiers = before switch
        {
            { IsAbstract: true } => Chance(80) ? "override " : "sealed override ",
            { IsVirtual: true } => _random.Next(4) switch { 0 => "new ", 1 => "new virtual ", 2 => "sealed override ", _ => "override " },
            null => Chance(60) ? "virtual " : "",
            _ => Chance(60) ? "new virtual " : "new ",
        };
        return isAbstract && before == null && Chance(30) ? new Member(method, "abstract ")
            : new Member(method, modifiers);
    }

    private List<string> Declared(int count, IReadOnlyList<string> inherited, bool isGeneric)
    {
        var declared = new List<string>();
        for (var i = 0; i < count; i++)
        {
            declared.Add(
                inherited.Count > 0 && Chance(25) ? inherited[_random.Next(inherited.Count)]
                : Chance(55) ? $"IOut<{Argument(isGeneric)}>"
                : _random.Next(6) switch
                {
                    0 => $"IPlain<{Argument(isGeneric)}>",
                    1 => $"IDefault<{Argument(isGeneric)}>",
                    2 => $"IMap<{s_few[_random.Next(s_few.Length)]}, {s_few[_random.Next(s_few.Length)]}>",
                    3 => Chance(50) ? "ICats" : "IKeepsPets",
                    _ => $"IIn<{Argument(isGeneric)}>",
                });
        }

        return [.. declared.Distinct()];
    }

    private static string[] Closure(string instance) => instance switch
    {
        "ICats" => ["IOut<Cat>", "IDefault<Cat>"],
        "IKeepsPets" => ["IIn<Pet>"],
        _ => [instance],
    };

    private static string Signature(Method method, string prefix) =>
        $"Task<int> {prefix}{method.Name}{(method.Name == "Map" ? "<V>" : "")}({(method.Parameter == "" ? "" : $"{method.Parameter} value")})";

    private string Body(string signature)
    {
        var number = (++_methods).ToString(CultureInfo.InvariantCulture);
        return $"[Description(\"{number}\")] {signature} {{ await Task.Yield(); return {number}; }}";
    }

    private string Argument(bool isGeneric) => isGeneric && Chance(50) ? "T" : s_arguments[_random.Next(s_arguments.Length)];

    private bool Chance(int percent) => _random.Next(100) < percent;

    private sealed record Method(string Name, string Parameter);

    private sealed record Member(Method Method, string Modifiers)
    {
        public bool IsAbstract => Modifiers == "abstract ";

        public bool IsVirtual => !Modifiers.Contains("sealed") && (IsAbstract || Modifiers.Contains("virtual") || Modifiers.Contains("override"));
    }

    /// <summary>The members that derived classes inherit from a class, the nearest first. Types are written with the class's own type parameter.</summary>
    private sealed record Inherited(string Name, bool IsGeneric, IReadOnlyList<string> Instances, IReadOnlyList<Member> Members)
    {
        public (IReadOnlyList<string> Instances, List<Member> Members) For(string argument) => (
            [.. Instances.Select(instance => instance.Replace("<T>", $"<{argument}>"))],
            [.. Members.Select(member => member.Method.Parameter == "T" ? member with { Method = member.Method with { Parameter = argument } } : member)]);
    }
}
