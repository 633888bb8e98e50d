using System.Text.RegularExpressions;
using Mono.Cecil;
using NUnit.Framework;

namespace Tests.Rooms;

/// <summary>The rooms of the weaver, which are its namespaces, know each other as docs/architecture.md says: in one direction. What counts is what the compiled weaver refers to.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class RoomsTests
{
    private const string Weaver = "PooledAwait.Fody";

    private static readonly string[] s_rewrites = ["Builders", "DirectAwaits", "StateObjects", "WhenAny"];

    private readonly IReadOnlyDictionary<string, SortedSet<string>> _known = Known();

    [Test]
    public void None_knows_itself_by_way_of_others()
    {
        Assert.That(_known, Has.Count.GreaterThan(15));
        Assert.That(_known.Keys.Select(room => CircleFrom([room])).Where(circle => circle != null), Is.Empty);
    }

    [Test]
    public void No_rewrite_knows_another()
    {
        Assert.That(s_rewrites, Is.SubsetOf(_known.Keys));
        Assert.That(
            from rewrite in s_rewrites
            from room in ReachedFrom(rewrite)
            where s_rewrites.Contains(room) && room != rewrite
            select $"{rewrite} knows {room}",
            Is.Empty);
    }

    [Test]
    public void Know_each_other_as_the_page_says()
    {
        var page = File.ReadAllText(Repository.PathOf("docs", "architecture.md"));
        var told = Row().Matches(page).ToDictionary(
            row => row.Groups["room"].Value,
            row => row.Groups["known"].Value == "-" ? [] : row.Groups["known"].Value.Split(", ").Order(StringComparer.Ordinal).ToArray());
        Assert.That(told.Keys, Is.EquivalentTo(_known.Keys));
        Assert.Multiple(() =>
        {
            foreach (var (room, known) in _known)
            {
                Assert.That(told[room], Is.EqualTo(known.ToArray()), $"{room}: {string.Join(", ", known)}");
            }
        });
    }

    /// <summary>What each room refers to; the recipe and what Fody runs stand in none, and know all.</summary>
    private static SortedDictionary<string, SortedSet<string>> Known()
    {
        var rooms = new SortedDictionary<string, SortedSet<string>>(StringComparer.Ordinal);
        using var module = ModuleDefinition.ReadModule(Path.Combine(AppContext.BaseDirectory, $"{Weaver}.dll"));
        foreach (var type in module.GetTypes().Where(type => RoomOf(type) != null))
        {
            var room = RoomOf(type)!;
            if (!rooms.TryGetValue(room, out var known))
            {
                rooms.Add(room, known = new SortedSet<string>(StringComparer.Ordinal));
            }

            known.UnionWith(NamedBy(type).SelectMany(Parts).Where(named => named.Scope is ModuleDefinition).Select(RoomOf).OfType<string>().Where(other => other != room));
        }

        return rooms;
    }

    private static IEnumerable<TypeReference> NamedBy(TypeDefinition type) =>
    [
        .. type.BaseType == null ? Array.Empty<TypeReference>() : [type.BaseType],
        .. type.Interfaces.Select(implemented => implemented.InterfaceType),
        .. type.Fields.Select(field => field.FieldType),
        .. type.Methods.SelectMany(method => method.Parameters.Select(parameter => parameter.ParameterType).Append(method.ReturnType)),
        .. type.Methods.Where(method => method.HasBody).SelectMany(method => method.Body.Variables.Select(variable => variable.VariableType)),
        .. type.Methods.Where(method => method.HasBody).SelectMany(method => method.Body.Instructions).SelectMany(instruction => instruction.Operand switch
        {
            TypeReference named => [named],
            GenericInstanceMethod called => [called.DeclaringType, called.ReturnType, .. called.GenericArguments],
            MethodReference called => [called.DeclaringType, called.ReturnType],
            FieldReference field => [field.DeclaringType],
            _ => Array.Empty<TypeReference>(),
        }),
    ];

    private static IEnumerable<TypeReference> Parts(TypeReference type) => type switch
    {
        GenericParameter => [],
        GenericInstanceType instance => [.. Parts(instance.ElementType), .. instance.GenericArguments.SelectMany(Parts)],
        TypeSpecification specification => Parts(specification.ElementType),
        _ => [type],
    };

    /// <summary>The namespace below the weaver's; null for what stands in that itself, and for what the compiler adds.</summary>
    private static string? RoomOf(TypeReference type)
    {
        while (type.DeclaringType != null)
        {
            type = type.DeclaringType;
        }

        return type.Namespace.StartsWith($"{Weaver}.", StringComparison.Ordinal) ? type.Namespace[(Weaver.Length + 1)..] : null;
    }

    private string? CircleFrom(IReadOnlyList<string> path) => _known[path[^1]]
        .Select(next => next == path[0] ? string.Join(" -> ", path.Append(next)) : path.Contains(next) ? null : CircleFrom([.. path, next]))
        .FirstOrDefault(circle => circle != null);

    private HashSet<string> ReachedFrom(string room)
    {
        var reached = new HashSet<string>();
        var pending = new Stack<string>([room]);
        while (pending.Count > 0)
        {
            foreach (var next in _known[pending.Pop()].Where(reached.Add))
            {
                pending.Push(next);
            }
        }

        return reached;
    }

    [GeneratedRegex(@"^\| `(?<room>[A-Z][A-Za-z.]*)` \| [^|]* \| (?<known>[^|]*) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
