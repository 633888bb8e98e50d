using Tests.Fuzzing.Generating;

namespace Tests.Fuzzing.Hierarchies.Generating;

/// <summary>
/// Draws code for an assembly: classes that create objects and call methods of objects. Each call is made through a type that the object may have.
/// </summary>
internal sealed class DrawnCalls(HierarchyGenerator hierarchy)
{
    private const int Calls = 5;

    private readonly Draw _draw = hierarchy.Draw;
    private readonly List<string> _generic = [];

    public IEnumerable<string> Draw(int assembly)
    {
        yield return Objects(assembly);
        var calls = Enumerable.Range(0, Calls).Select(i => Call(i, assembly)).ToList();
        yield return $"public static class Calls{assembly}\n{{\n    {string.Join("\n    ", calls.Concat(_generic))}\n}}";
        if (assembly == HierarchyGenerator.Assemblies - 1)
        {
            yield return Script();
        }
    }

    private string Objects(int assembly)
    {
        var code = new List<string>();
        var made = hierarchy.Types.Where(type => type.Assembly == assembly && type.Kind != TypeKind.Interface && !type.IsAbstract).ToList();
        foreach (var type in made.Concat(made.Where(type => type.IsGeneric)))
        {
            var instance = hierarchy.InstanceOf(type, by: null);
            var inner = type.Inner == null ? "" : $" {{ Inner{type.Name} = objects.OfType<{type.Inner.In(instance.Argument)}>().LastOrDefault() }}";
            code.Add($"objects.Add(new {instance}(){inner});");
        }

        var hidden = hierarchy.Hidden.Where(one => one.Type.Assembly == assembly).Select(one => one.Code);
        return $"public static class Objects{assembly}\n{{\n    public static void Add(List<object> objects) {{ {string.Join(" ", code)} }}\n    {string.Join("\n    ", hidden)}\n}}";
    }

    private string Call(int number, int assembly)
    {
        var type = _draw.OneIn(4) ? hierarchy.InstanceOf(_draw.From(hierarchy.NamedIn(assembly).ToList()), by: null) : hierarchy.RelatedTo(TypeOfObjects(assembly));
        var callables = CallablesOf(type, "r", assembly);
        var header = $"public static async {_draw.Of("Task", "ValueTask")} Call{number}(object one) {{ if (one is not {type} r) return;";
        if (callables.Count == 0)
        {
            return $"{header} Log(\"nothing\"); }}";
        }

        switch (_draw.Below(8))
        {
            case 0 when !type.Type.IsSealed:
                _generic.Add($"private static async Task Generic{number}<X>(X r) where X : {type} {{ {string.Join(" ", hierarchy.Bodies.Awaiting(callables))} }}");
                return $"{header} await Generic{number}(r); }}";
            case 1 when type.Type.IsGeneric:
                var open = CallablesOf(type.Type.Itself, "r", assembly);
                _generic.Add($"private static async Task Open{number}<T>({type.Type.Itself} r){HierarchyGenerator.ConstraintOf("T", type.Type.Constraint)} {{ {string.Join(" ", hierarchy.Bodies.Awaiting(open))} }}");
                return $"{header} await Open{number}(r); }}";
            case 2 when !type.Type.IsStruct:
                return $"{header} if (Turn()) r = null!; {string.Join(" ", hierarchy.Bodies.Awaiting(callables))} }}";
            default:
                return $"{header} {Block(callables)}{(_draw.OneIn(2) ? $" {Block(callables)}" : "")} }}";
        }
    }

    /// <summary>
    /// Considers the types that objects have: classes, base classes and interfaces. Draws one of these types that code of the assembly can name. If the code
    /// can name none of these types, draws any type that it can name.
    /// </summary>
    private Instance TypeOfObjects(int assembly)
    {
        var named = hierarchy.NamedIn(assembly).ToHashSet();
        var all = hierarchy.Types.Where(type => type.Kind != TypeKind.Interface).Select(type => hierarchy.InstanceOf(type, by: null)).SelectMany(TypesOf).Where(type => named.Contains(type.Type)).Distinct().ToList();
        return all.Count > 0 ? _draw.From(all) : hierarchy.InstanceOf(_draw.From(named.ToList()), by: null);

        static IEnumerable<Instance> TypesOf(Instance type) => type.Interfaces().Prepend(type).Concat(type.Type.Base == null ? [] : TypesOf(type.Type.Base.In(type.Argument)));
    }

    private string Block(IReadOnlyList<Callable> callables) => $"{{ {string.Join(" ", hierarchy.Bodies.Awaiting(callables))} }}";

    private static IReadOnlyList<Callable> CallablesOf(Instance type, string receiver, int assembly)
    {
        if (type.Type.Kind != TypeKind.Interface)
        {
            return [.. type.Members(assembly).Where(member => member.Access == "public" || (member.Access is "internal" && type.Type.Assembly == assembly)).Select(member => new Callable(receiver, member.Slot, member.Returns))];
        }

        var slots = DrawnInterfaces.SlotsOf(type.Interfaces().Prepend(type).Distinct(), assembly).ToList();
        return [.. slots.Select(one => new Callable(slots.Count(other => other.Slot.Key == one.Slot.Key) == 1 ? receiver : $"(({one.Declaring}){receiver})", one.Slot, one.Slot.Returns))];
    }

    private static string Script()
    {
        var calls =
            from assembly in Enumerable.Range(0, HierarchyGenerator.Assemblies)
            from number in Enumerable.Range(0, Calls)
            select $"await Call($\"Calls{assembly}.Call{number} {{one.GetType().Name}}\", async () => await Calls{assembly}.Call{number}(one));";
        var objects = Enumerable.Range(0, HierarchyGenerator.Assemblies).Select(assembly => $"Objects{assembly}.Add(objects);");
        return $"public static class Script\n{{\n    public static async Task Run()\n    {{\n        var objects = new List<object>();\n        {string.Join(" ", objects)}\n        foreach (var one in objects)\n        {{\n            {string.Join("\n            ", calls)}\n        }}\n    }}\n}}";
    }
}
